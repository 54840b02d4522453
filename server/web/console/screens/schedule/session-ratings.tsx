/** Shows the ratings of a session that has begun: the average, how many gave each number of stars, and comments. */
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { localeOf, t } from '../../../parts/text/text.ts';
import { countEach } from '../../data/count-each.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listPage } from '../../data/page-query.ts';
import type { Session } from './schedule-data.ts';

interface Commented {
  readonly id: string;
  readonly rating: number;
  readonly ratingComment: string;
}

/** The best first. */
const stars = [5, 4, 3, 2, 1] as const;
const commentsMax = 20;

async function readRatings(id: string) {
  const session = { equals: id };
  const given = await countEach(
    stars.map((rating) => `${rating}` as const),
    (rating) => ['session_bookings', { session, rating: { equals: Number(rating) } }],
  );
  const where = { session, ratingComment: { exists: true } };
  const { data } = await listPage<Commented>('session_bookings', { where, sort: '-ratedAt', limit: commentsMax });
  return { counts: stars.map((rating) => given[rating]), comments: data };
}

/** Returns the average with one decimal, in the reader's spelling. */
function averageText(counts: readonly number[]): string {
  const sum = counts.reduce((all, count, n) => all + count * (stars[n] ?? 0), 0);
  const format = new Intl.NumberFormat(localeOf(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return format.format(sum / counts.reduce((all, count) => all + count, 0));
}

/** Shows no names: people rate the session, and need no reply. */
export function SessionRatings({ session }: { readonly session: Session }) {
  const { data, error } = useLiveQuery({
    key: ['ratings', session.id],
    read: () => readRatings(session.id),
    of: ['session_bookings'],
    atMostEveryMs: 2_000,
  });
  const count = data?.counts.reduce((all, one) => all + one, 0) ?? 0;
  return (
    <section aria-labelledby="session-ratings">
      <h3 id="session-ratings">{t('ratings')}</h3>
      <Problem error={error} />
      {data && count === 0 && <p>{t('no_ratings_yet')}</p>}
      {data && count > 0 && (
        <>
          <p>{t('rated_of_5', { average: averageText(data.counts), count: countText(count) })}</p>
          <ul className="session-stars">
            {data.counts.map((given, n) => (
              <li key={stars[n]}>{t('stars_given', { stars: countText(stars[n] ?? 0), count: countText(given) })}</li>
            ))}
          </ul>
        </>
      )}
      {data && data.comments.length > 0 && (
        <ul className="session-comments">
          {data.comments.map(({ id, rating, ratingComment }) => (
            <li key={id}>
              <span dir="auto">{ratingComment}</span> <small>{t('stars_of_5', { stars: countText(rating) })}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
