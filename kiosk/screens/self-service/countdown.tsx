/** A time that runs out, to be seen and read: a bar and the seconds. Calls `onEnd` once, at its end. */
import { type ReactElement, useEffect, useRef, useState } from 'react';

export interface CountdownProps {
  readonly seconds: number;
  /** The sentence under the bar; screen readers do not say every second. */
  readonly say: (left: number) => string;
  readonly onEnd?: () => void;
}

export function Countdown({ seconds, say, onEnd }: CountdownProps): ReactElement {
  const [left, setLeft] = useState(seconds);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    const startedMs = performance.now();
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil(seconds - (performance.now() - startedMs) / 1_000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      end.current?.();
    }, 200);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <div className="guest-countdown" aria-hidden="true">
      <span className="guest-countdown-bar" data-seconds={seconds} />
      <span className="guest-countdown-words">{say(left)}</span>
    </div>
  );
}
