/** One shape for each kind of result, distinct without colour and from afar. Decoration: the words say it too. */
import type { ReactElement, ReactNode } from 'react';
import type { ResultKind } from '../model/result-kind.ts';

const shapes: Readonly<Record<ResultKind, ReactNode>> = {
  admitted: (
    <>
      <circle className="tone-shape" cx="60" cy="60" r="56" />
      <path className="tone-sign" d="M34 62l18 18 35-39" />
    </>
  ),
  refused: (
    <>
      <path className="tone-shape" d="M37 4h46l33 33v46l-33 33H37L4 83V37z" />
      <path className="tone-sign" d="M40 40l40 40M80 40 40 80" />
    </>
  ),
  attention: (
    <>
      <path className="tone-shape" d="M60 8c4 0 7 2 9 5l46 84c4 7-1 15-9 15H14c-8 0-13-8-9-15l46-84c2-3 5-5 9-5z" />
      <path className="tone-sign" d="M60 44v28M60 91v1" />
    </>
  ),
  question: (
    <>
      <path
        className="tone-shape"
        d="M22 6h76a16 16 0 0 1 16 16v54a16 16 0 0 1-16 16H66L40 116V92H22A16 16 0 0 1 6 76V22A16 16 0 0 1 22 6z"
      />
      <path className="tone-sign" d="M44 38a16 16 0 1 1 22 15c-4 2-6 4-6 9M60 76v1" />
    </>
  ),
  duplicate: (
    <>
      <path
        className="tone-shape"
        d="M16 4h58a12 12 0 0 1 12 12v8H46a22 22 0 0 0-22 22v40h-8A12 12 0 0 1 4 74V16A12 12 0 0 1 16 4z"
      />
      <rect className="tone-shape" x="34" y="34" width="82" height="82" rx="12" />
      <path className="tone-sign" d="M60 60l30 30M90 60 60 90" />
    </>
  ),
  error: (
    <>
      <path className="tone-shape" d="M60 2l58 58-58 58L2 60z" />
      <path className="tone-sign" d="M60 34v30M60 84v1" />
    </>
  ),
};

export function ResultIcon({ kind }: { readonly kind: ResultKind }): ReactElement {
  return (
    <svg className="tone-icon" viewBox="0 0 120 120" aria-hidden="true" focusable="false" data-shape={kind}>
      {shapes[kind]}
    </svg>
  );
}
