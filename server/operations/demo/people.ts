/** Made-up people for the demo and for tests: many scripts, long names, accents; the same list for the same seed. */
const given = [
  'Ada',
  'Łukasz',
  'Zoë',
  'Björn',
  'Siobhán',
  'José',
  'Chloé',
  'Jürgen',
  'Nguyễn',
  'Ólafur',
  'Sofía',
  'Ivana',
  'Grace',
  'Linus',
  'Margaret',
  'Kenji',
  'Priya',
  'Amara',
  'Tariq',
  'Yuki',
  'Marta',
  'Noah',
  'Fatima',
  'Oluwaseun',
  'Ingrid',
  'Mateo',
  'Anaïs',
  'Dmitri',
  'Leila',
  'Tomás',
];
const family = [
  'Müller',
  'Łukasiewicz-Wiśniewska',
  'O’Neill',
  'García Márquez',
  'van der Berg',
  'Sørensen',
  'Kowalczyk',
  'Schmidt',
  'Nakamura',
  'Okonkwo',
  'Dubois',
  'Rossi',
  'Novák',
  'Lindqvist',
  'Hopper',
  'Lovelace',
  'Torvalds',
  'Hamilton',
  'Yılmaz',
  'Papadopoulos',
  'Svensson',
  'Ferreira',
  'Ivanova',
  'Chen',
  'Haddad',
  'Singh',
  'Andersson',
  'Weiß',
  'Çelik',
  'Horváth',
];
const whole = [
  '李雷',
  '韩梅梅',
  '田中 太郎',
  'محمد عبد الله',
  'فاطمة الزهراء',
  'Иван Петров',
  'Αλέξανδρος Παπαδόπουλος',
  '김민준',
];
const companies = [
  'Analytical Engines',
  'Nordlicht GmbH',
  'Café Müller & Söhne',
  'Blue Harbour Logistics',
  'Orbital Robotics',
  'Green Turbines',
  'Atlas Maps',
  'Kestrel Health',
  'Solstice Energy',
  'Paper Lantern Studio',
  'Quantum Bakery',
  'Riverstone Capital',
  'Moss & Fern',
  'Tidewater Labs',
];
const roles = [
  'Engineer',
  'Founder',
  'Designer',
  'Product manager',
  'Investor',
  'Researcher',
  'CTO',
  'Student',
  'Journalist',
  'Operations',
];

/** Mulberry32: a small seeded generator; good enough for names, never for secrets. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly role: string;
}

export function* people(count: number, seed = 1): Generator<Person> {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  for (let n = 1; n <= count; n += 1) {
    const name = random() < 0.08 ? pick(whole) : `${pick(given)} ${pick(family)}`;
    yield { name, email: `guest${n}@example.org`, company: pick(companies), role: pick(roles) };
  }
}
