/**
 * Points against circles, boxes and GeoJSON shapes (RFC 7946). Shapes are flat in degrees: a shape across the 180th
 * meridian is to be split, as the RFC says. Distances are on a sphere of the mean earth radius.
 */
import { isObject } from '../base/json.ts';

export type Position = readonly [longitude: number, latitude: number];
type Ring = readonly Position[];

export type Shape =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

export interface Near {
  readonly longitude: number;
  readonly latitude: number;
  readonly maxMetres: number;
  readonly minMetres: number;
}

export type Box = readonly [west: number, south: number, east: number, north: number];

export const shapePositionsMax = 1_000;
/** IUGG mean radius. */
const earthRadiusMetres = 6_371_008.8;

export function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [longitude, latitude] = value as readonly unknown[];
  return (
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90
  );
}

/** Great-circle distance in metres (haversine). */
export function distanceMetres(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const latitude = Math.sin(((b[1] - a[1]) * radians) / 2);
  const longitude = Math.sin(((b[0] - a[0]) * radians) / 2);
  const h = latitude * latitude + Math.cos(a[1] * radians) * Math.cos(b[1] * radians) * longitude * longitude;
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(h)));
}

export function isNear(point: Position, near: Near): boolean {
  const metres = distanceMetres(point, [near.longitude, near.latitude]);
  return metres <= near.maxMetres && metres >= near.minMetres;
}

export function isInBox([longitude, latitude]: Position, [west, south, east, north]: Box): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

function isOnSegment([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): boolean {
  if ((bx - ax) * (y - ay) !== (by - ay) * (x - ax)) return false;
  return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
}

function isOnLine(point: Position, line: readonly Position[]): boolean {
  return line.some((to, i) => i > 0 && isOnSegment(point, line[i - 1]!, to));
}

/** Even-odd rule; the boundary must have been looked at before. */
function isInsideRing([x, y]: Position, ring: Ring): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function placeIn(point: Position, [outer, ...holes]: readonly Ring[]): 'inside' | 'boundary' | 'outside' {
  if ([outer!, ...holes].some((ring) => isOnLine(point, ring))) return 'boundary';
  return isInsideRing(point, outer!) && !holes.some((hole) => isInsideRing(point, hole)) ? 'inside' : 'outside';
}

/** Only areas have an inside. */
export function isWithin(point: Position, shape: Shape): boolean {
  if (shape.type === 'Polygon') return placeIn(point, shape.coordinates) === 'inside';
  return shape.type === 'MultiPolygon' && shape.coordinates.some((polygon) => placeIn(point, polygon) === 'inside');
}

export function intersects(point: Position, shape: Shape): boolean {
  const same = (other: Position): boolean => other[0] === point[0] && other[1] === point[1];
  switch (shape.type) {
    case 'Point':
      return same(shape.coordinates);
    case 'MultiPoint':
      return shape.coordinates.some(same);
    case 'LineString':
      return isOnLine(point, shape.coordinates);
    case 'MultiLineString':
      return shape.coordinates.some((line) => isOnLine(point, line));
    case 'Polygon':
      return placeIn(point, shape.coordinates) !== 'outside';
    case 'MultiPolygon':
      return shape.coordinates.some((polygon) => placeIn(point, polygon) !== 'outside');
  }
}

const isRing = (value: unknown): boolean => {
  if (!Array.isArray(value) || value.length < 4 || !value.every(isPosition)) return false;
  const [first, last] = [value[0]!, value.at(-1)!];
  return first[0] === last[0] && first[1] === last[1];
};
const isListOf = (value: unknown, least: number, test: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length >= least && value.every((item) => test(item));
const isLine = (value: unknown): boolean => isListOf(value, 2, isPosition);
const isPolygon = (value: unknown): boolean => isListOf(value, 1, isRing);

const forms: Readonly<Record<Shape['type'], (coordinates: unknown) => boolean>> = {
  Point: isPosition,
  MultiPoint: (value) => isListOf(value, 1, isPosition),
  LineString: isLine,
  MultiLineString: (value) => isListOf(value, 1, isLine),
  Polygon: isPolygon,
  MultiPolygon: (value) => isListOf(value, 1, isPolygon),
};

function countPositions(value: unknown): number {
  if (!Array.isArray(value)) return 0;
  if (!Array.isArray(value[0])) return 1;
  let count = 0;
  for (const item of value) count += countPositions(item);
  return count;
}

/** @returns the shape with nothing but what is used, or null: another type, an open ring, over 1,000 positions */
export function readShape(value: unknown): Shape | null {
  if (!isObject(value)) return null;
  const { type, coordinates } = value;
  if (typeof type !== 'string' || !Object.hasOwn(forms, type) || !forms[type as Shape['type']](coordinates))
    return null;
  if (countPositions(coordinates) > shapePositionsMax) return null;
  return { type, coordinates } as Shape;
}
