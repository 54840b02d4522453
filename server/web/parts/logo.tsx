/** The mark and the name. */
export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      <span>Gatehouse</span>
    </span>
  );
}

export function LogoMark() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path className="arch" d="M7 26V15a9 9 0 0 1 18 0v11z" />
      <path className="cut" d="M13.8 26v-5.5a2.2 2.2 0 0 1 4.4 0V26z" />
      <circle className="cut" cx="16" cy="14" r="2.5" />
    </svg>
  );
}
