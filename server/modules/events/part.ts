/** A part of the events module: a module in small, made of the same ports. */
import type { Module } from '../../core/collections/module.ts';
import type { EventsPorts } from './ports.ts';

type Lists = Pick<
  Module,
  | 'collections'
  | 'internal'
  | 'actions'
  | 'rules'
  | 'followers'
  | 'jobs'
  | 'runners'
  | 'pages'
  | 'intakes'
  | 'exports'
  | 'sealed'
>;

export type Part = (ports: EventsPorts) => Partial<Lists>;
