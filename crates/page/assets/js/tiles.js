// @ts-check
// Squares of the map: asked for on demand, kept while there is room, painted when they are drawn. A tile holds numbers;
// what colour they have is decided when it is painted, so that a change of scale asks for nothing.

import { bytes, isCancelled } from './engine.js';
import * as colours from './colours.js';

/** @import {Layer, Subject} from './types.js' */

/** Where nothing is known. */
export const UNKNOWN = 0xffff;

/**
 * @typedef {{subject: Subject, layer: Layer, other: string, slice: string}} Source What tiles are of.
 * @typedef {{level: number, size: number, x: number, y: number}} Place
 * @typedef {{values: Uint16Array, size: number, image: HTMLCanvasElement | null, painted: string, used: number}} Tile
 * @typedef {{scale: number, blocks: number}} Scale
 */

const MOST = 400;
const AT_ONCE = 3;

export class Tiles {
  /** @param {() => void} arrived @param {(error: unknown) => void} refused */
  constructor(arrived, refused) {
    this.arrived = arrived;
    this.refused = refused;
    /** @type {Source | null} */
    this.source = null;
    this.name = '';
    /** @type {Map<string, Tile>} */
    this.kept = new Map();
    /** @type {Set<string>} */
    this.asked = new Set();
    /** @type {Set<string>} */
    this.bad = new Set();
    /** @type {{key: string, place: Place}[]} */
    this.wanted = [];
    this.busy = 0;
    this.uses = 0;
    this.controller = new AbortController();
  }

  /** Shows another game or layer. @param {Source} source */
  show(source) {
    const name = JSON.stringify(source);
    if (name === this.name) return;
    this.source = source;
    this.name = name;
    // What is computed for the game before is nobody's.
    this.controller.abort();
    this.controller = new AbortController();
    this.asked.clear();
    this.bad.clear();
    this.wanted = [];
    this.busy = 0;
  }

  /** @param {Place} place */
  key(place) {
    return `${place.level} ${place.size} ${place.x} ${place.y} ${this.name}`;
  }

  /** The tile of a place, if it is there. @param {Place} place @returns {Tile | null} */
  at(place) {
    const tile = this.kept.get(this.key(place));
    if (tile) tile.used = ++this.uses;
    return tile ?? null;
  }

  /** Says which places are shown, the most important first; what was wanted before and has not begun is forgotten.
   * @param {Place[]} places
   */
  want(places) {
    this.wanted = places
      .map((place) => ({ place, key: this.key(place) }))
      .filter(({ key }) => !this.kept.has(key) && !this.asked.has(key) && !this.bad.has(key));
    this.next();
  }

  /** Whether everything that was wanted has come. */
  isComplete() {
    return this.wanted.length === 0 && this.asked.size === 0;
  }

  next() {
    while (this.busy < AT_ONCE) {
      const first = this.wanted.shift();
      if (!first || !this.source) return;
      this.busy += 1;
      this.asked.add(first.key);
      void this.fetch(first.key, first.place, this.source, this.controller.signal);
    }
  }

  /** @param {string} key @param {Place} place @param {Source} source @param {AbortSignal} signal */
  async fetch(key, place, source, signal) {
    const { level, size, x, y } = place;
    const { layer, slice, other } = source;
    try {
      const request = { ask: 'tile', ...source.subject, layer, slice, level, size, x, y };
      const data = await bytes(other ? { ...request, other } : request, { signal });
      this.keep(key, { values: new Uint16Array(data), size, image: null, painted: '', used: ++this.uses });
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      this.bad.add(key);
      this.refused(error);
    } finally {
      if (!signal.aborted) {
        this.busy -= 1;
        this.asked.delete(key);
        this.next();
      }
    }
    if (!signal.aborted) this.arrived();
  }

  /** @param {string} key @param {Tile} tile */
  keep(key, tile) {
    this.kept.set(key, tile);
    if (this.kept.size <= MOST) return;
    const oldest = [...this.kept.entries()].sort((a, b) => a[1].used - b[1].used).slice(0, MOST / 4);
    for (const [name] of oldest) this.kept.delete(name);
  }

  /** A tile as an image, the first row at the bottom. @param {Tile} tile @param {Scale} scale */
  image(tile, scale) {
    const layer = this.source?.layer ?? 'p';
    const paper = colours.paper();
    const name = `${layer} ${scale.scale} ${scale.blocks} ${paper.board}`;
    if (tile.image && tile.painted === name) return tile.image;
    const { size, values } = tile;
    const canvas = tile.image ?? document.createElement('canvas');
    canvas.width = canvas.height = size;
    const context = canvas.getContext('2d');
    if (!context) return canvas;
    const picture = context.createImageData(size, size);
    const pixels = new Uint32Array(picture.data.buffer);
    const colour = painter(layer, scale, paper);
    for (let row = 0; row < size; row += 1) {
      const to = (size - 1 - row) * size;
      for (let column = 0; column < size; column += 1) pixels[to + column] = colour[values[row * size + column]];
    }
    context.putImageData(picture, 0, 0);
    tile.image = canvas;
    tile.painted = name;
    return canvas;
  }
}

/** @type {Map<string, Uint32Array>} */
const painters = new Map();

/** For each value of a pixel its colour. @param {Layer} layer @param {Scale} scale @param {ReturnType<typeof colours.paper>} paper */
function painter(layer, scale, paper) {
  const name = JSON.stringify([layer, scale, paper]);
  const known = painters.get(name);
  if (known) return known;
  const table = new Uint32Array(0x10000);
  const board = colours.word(colours.rgb(paper.board));
  const unknown = colours.word(colours.rgb(paper.unknown));
  for (let value = 0; value < table.length; value += 1) table[value] = colourOf(layer, value, scale, board, unknown, paper);
  if (painters.size > 24) painters.clear();
  painters.set(name, table);
  return table;
}

/** @param {Layer} layer @param {number} value @param {Scale} scale @param {number} board @param {number} unknown
 * @param {ReturnType<typeof colours.paper>} paper */
function colourOf(layer, value, scale, board, unknown, paper) {
  const { word, rgb, ramp } = colours;
  switch (layer) {
    case 'p':
      if (value === UNKNOWN) return unknown;
      return value === 0 ? board : word(rgb(paper.ink));
    case 'difference':
      if (value === UNKNOWN) return unknown;
      if (value === 0) return board;
      if (value === 4) return word(rgb(paper.ink));
      return word(rgb(value & 1 ? (value & 2 ? colours.PURPLE : colours.ORANGE) : colours.SKY));
    case 'grundy':
      if (value === 0) return unknown;
      return value === 1 ? word([255, 255, 255]) : word(ramp((value - 2) / Math.max(scale.scale - 1, 1)));
    case 'palace': {
      if (value === 0) return unknown;
      const count = value - 1;
      // Fewer P-options than may be blocked and one more: a P-position.
      if (count <= scale.blocks) return count === 0 ? word([255, 255, 255]) : word(ramp((count / (scale.blocks + 1)) * 0.3));
      return word(ramp(0.65 + 0.35 * Math.min((count - scale.blocks) / (scale.blocks + 2), 1)));
    }
  }
}
