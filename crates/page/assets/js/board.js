// @ts-check
// The quadrant as a map: one canvas, whole steps of zoom (a cell is 2^z pixels wide, or a pixel 2^-z cells), panned and
// zoomed by pointer, wheel, fingers and keys. It draws tiles and what is laid over them; it knows no game.

import * as colours from './colours.js';
import { Tiles, UNKNOWN } from './tiles.js';
import { el } from './dom.js';

/** @import {Place, Source} from './tiles.js' */

/**
 * @typedef {{x: number, y: number, z: number}} View The cell at the lower left corner, and the zoom.
 * @typedef {[number, number]} Cell
 * @typedef {{kind: 'cells', cells: Cell[], style: 'option' | 'win' | 'here' | 'mark' | 'bad' | 'blocked'}} Cells
 * @typedef {{kind: 'line', rise: number, run: number, label: string}} Line
 * @typedef {{kind: 'wedge', low: number, high: number, label: string}} Wedge
 * @typedef {{kind: 'arrow', from: Cell, to: Cell}} Arrow
 * @typedef {{kind: 'diagonal', by: number}} Diagonal The cells with y - x = by.
 * @typedef {Cells | Line | Wedge | Arrow | Diagonal} Overlay
 * @typedef {{
 *   picked?: (cell: Cell) => void, moved?: (view: View) => void, refused?: (error: unknown) => void,
 *   drawn?: () => void
 * }} Told
 */

const NEAR = 6;
const FAR = -13;
const LEFT = 46;
const BELOW = 26;
/** The largest pile that is shown. */
const END = 2 ** 22;
/** Pixels that a press may move and still be a click. */
const STILL = 5;

/** Digits in groups, for reading. @param {number} n */
export const grouped = (n) => n.toLocaleString('en').replaceAll(',', '\u2009');

export class Board {
  /** @param {string} label @param {Told} told */
  constructor(label, told) {
    this.told = told;
    this.canvas = el('canvas', {
      class: 'map',
      tabindex: '0',
      role: 'application',
      'aria-roledescription': 'map of positions',
      'aria-label': label,
    });
    this.legend = el('div', { class: 'legend' });
    this.element = el('div', { class: 'mapframe' }, this.canvas, this.legend);
    /** @type {View} */
    this.view = { x: 0, y: 0, z: 4 };
    /** @type {Cell | null} */
    this.cursor = null;
    /** @type {Overlay[]} */
    this.overlays = [];
    this.names = ['x', 'y'];
    this.blocks = 0;
    this.width = 0;
    this.height = 0;
    this.frame = 0;
    this.tiles = new Tiles(
      () => this.draw(),
      (error) => told.refused?.(error),
    );
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.travelled = 0;
    this.pinch = 0;
    this.rolled = 0;
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  /** Shows a game. @param {Source} source @param {string[]} names @param {number} blocks */
  show(source, names, blocks) {
    this.names = names;
    this.blocks = blocks;
    this.tiles.show(source);
    this.draw();
  }

  /** @param {Overlay[]} overlays */
  lay(overlays) {
    this.overlays = overlays;
    this.draw();
  }

  /** @param {Cell | null} cell */
  point(cell) {
    this.cursor = cell;
    this.draw();
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    const ratio = devicePixelRatio || 1;
    this.width = clientWidth;
    this.height = clientHeight;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    this.paint();
  }

  /** Pixels of a cell. */
  get cell() {
    return 2 ** this.view.z;
  }

  /** Cells that fit. @returns {Cell} */
  get span() {
    return [(this.width - LEFT) / this.cell, (this.height - BELOW) / this.cell];
  }

  /** The least bound of the piles that are shown. */
  get below() {
    const [w, h] = this.span;
    return Math.max(1, Math.min(END, Math.ceil(Math.max(this.view.x + w, this.view.y + h))));
  }

  /** Goes to a view. @param {View} view @param {boolean} [quiet] */
  go(view, quiet = false) {
    const z = Math.round(Math.min(NEAR, Math.max(FAR, view.z)));
    const side = 2 ** z;
    /** @param {number} at @param {number} pixels */
    const within = (at, pixels) => Math.max(0, Math.min(at, END - Math.min(END, pixels / side / 2)));
    // A corner that lies on a whole pixel shows no seams.
    /** @param {number} at */
    const whole = (at) => Math.round(at * side) / side;
    const next = { x: whole(within(view.x, this.width)), y: whole(within(view.y, this.height)), z };
    const same = next.x === this.view.x && next.y === this.view.y && next.z === this.view.z;
    this.view = next;
    this.draw();
    if (!same && !quiet) this.told.moved?.(next);
  }

  /** Zooms, a point of the canvas staying where it is. @param {number} steps @param {number} [px] @param {number} [py] */
  zoom(steps, px = (this.width + LEFT) / 2, py = (this.height - BELOW) / 2) {
    const z = Math.min(NEAR, Math.max(FAR, this.view.z + steps));
    const [x, y] = this.position(px, py);
    const side = 2 ** z;
    this.go({ x: x - (px - LEFT) / side, y: y - (this.height - BELOW - py) / side, z });
  }

  /** Shows all piles below a bound. @param {number} below */
  fit(below) {
    const room = Math.min(this.width - LEFT, this.height - BELOW) || 600;
    this.go({ x: 0, y: 0, z: Math.floor(Math.log2(room / below)) });
  }

  /** Brings a cell into sight. @param {Cell} cell @param {boolean} [quiet] */
  reveal([x, y], quiet = false) {
    const [w, h] = this.span;
    const edge = Math.min(1, w / 8, h / 8);
    const view = { ...this.view };
    if (x < view.x || x + 1 > view.x + w) view.x = x < view.x + w && x >= view.x - w / 4 ? x - edge : x - w / 2;
    if (y < view.y || y + 1 > view.y + h) view.y = y < view.y + h && y >= view.y - h / 4 ? y - edge : y - h / 2;
    this.go(view, quiet);
  }

  /** The position under a point, in cells. @param {number} px @param {number} py @returns {Cell} */
  position(px, py) {
    return [this.view.x + (px - LEFT) / this.cell, this.view.y + (this.height - BELOW - py) / this.cell];
  }

  /** The point of a position: of a cell its lower left corner. @param {number} x @param {number} y @returns {Cell} */
  pixel(x, y) {
    return [LEFT + (x - this.view.x) * this.cell, this.height - BELOW - (y - this.view.y) * this.cell];
  }

  /** The value of a cell that is shown at its full size, as its tile has it. @param {Cell} cell @returns {number | null} */
  value([x, y]) {
    const [level, size] = this.grain();
    if (level !== 0 || x < 0 || y < 0) return null;
    const tile = this.tiles.at({ level, size, x: Math.floor(x / size), y: Math.floor(y / size) });
    return tile ? tile.values[(y % size) * size + (x % size)] : null;
  }

  // What a person does.

  listen() {
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      if (this.pointers.size === 1) this.travelled = 0;
      this.pinch = 0;
    });
    canvas.addEventListener('pointermove', (event) => {
      const before = this.pointers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.offsetX, y: event.offsetY };
      this.pointers.set(event.pointerId, now);
      if (this.pointers.size > 1) {
        this.pinched();
        return;
      }
      this.travelled += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      if (this.travelled < STILL) return;
      canvas.classList.add('dragging');
      const { x, y, z } = this.view;
      this.go({ x: x - (now.x - before.x) / this.cell, y: y + (now.y - before.y) / this.cell, z });
    });
    /** @param {PointerEvent} event */
    const up = (event) => {
      const alone = this.pointers.size === 1;
      if (!this.pointers.delete(event.pointerId)) return;
      canvas.classList.remove('dragging');
      if (event.type === 'pointerup' && alone && this.travelled < STILL && !this.pinch) {
        this.pick(event.offsetX, event.offsetY);
      }
      if (this.pointers.size) this.travelled = STILL;
    };
    canvas.addEventListener('pointerup', up);
    canvas.addEventListener('pointercancel', up);
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.rolled += event.deltaY * (event.deltaMode ? 40 : 1) * (event.ctrlKey ? 4 : 1);
        const steps = Math.trunc(this.rolled / 90);
        if (!steps) return;
        this.rolled -= steps * 90;
        this.zoom(-Math.sign(steps), event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    canvas.addEventListener('dblclick', (event) => this.zoom(event.shiftKey ? -1 : 1, event.offsetX, event.offsetY));
    canvas.addEventListener('keydown', (event) => this.key(event));
  }

  pinched() {
    const [a, b] = [...this.pointers.values()];
    const apart = Math.hypot(a.x - b.x, a.y - b.y);
    if (!this.pinch) this.pinch = Math.max(apart, 1);
    const steps = Math.round(Math.log2(apart / this.pinch));
    if (!steps) return;
    this.pinch = apart;
    this.zoom(steps, (a.x + b.x) / 2, (a.y + b.y) / 2);
  }

  /** @param {number} px @param {number} py */
  pick(px, py) {
    const [x, y] = this.position(px, py);
    if (px < LEFT || py > this.height - BELOW || x < 0 || y < 0) return;
    this.canvas.focus({ preventScroll: true });
    this.told.picked?.([Math.floor(x), Math.floor(y)]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, Cell>} */
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = arrows[event.key];
    if (step) {
      event.preventDefault();
      if (event.shiftKey) {
        const [w, h] = this.span;
        this.go({ ...this.view, x: this.view.x + (step[0] * w) / 4, y: this.view.y + (step[1] * h) / 4 });
        return;
      }
      const by = Math.max(1, 2 ** -this.view.z);
      const from = this.cursor ?? [Math.ceil(this.view.x), Math.ceil(this.view.y)];
      /** @type {Cell} */
      const to = this.cursor
        ? [Math.max(0, Math.min(END - 1, from[0] + step[0] * by)), Math.max(0, Math.min(END - 1, from[1] + step[1] * by))]
        : [from[0], from[1]];
      this.reveal(to);
      this.told.picked?.(to);
      return;
    }
    if (event.key === '+' || event.key === '=') this.zoom(1, ...this.middle());
    else if (event.key === '-' || event.key === '_') this.zoom(-1, ...this.middle());
    else if (event.key === '0' || event.key === 'Home') this.go({ ...this.view, x: 0, y: 0 });
    else if (event.key === 'Enter' && this.cursor) this.told.picked?.(this.cursor);
    else return;
    event.preventDefault();
  }

  /** Where zooming by keys holds still: the cursor, if it is in sight. @returns {Cell} */
  middle() {
    if (this.cursor) {
      const [px, py] = this.pixel(this.cursor[0] + 0.5, this.cursor[1] + 0.5);
      if (px >= LEFT && px <= this.width && py >= 0 && py <= this.height - BELOW) return [px, py];
    }
    return [LEFT, this.height - BELOW];
  }

  // Drawing.

  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => this.paint());
  }

  /** The level of the tiles that are shown, and their size. @returns {[number, number]} */
  grain() {
    const { z } = this.view;
    // A board of single cells is small: little tiles are computed at once.
    return z >= 3 ? [0, 64] : z >= 0 ? [0, 256] : [-z, 256];
  }

  /** The largest Grundy value that has a colour of its own: a power of two, so that it seldom changes. */
  get scale() {
    const [w, h] = this.span;
    const far = Math.max(this.view.x + w, this.view.y + h);
    return 2 ** Math.max(3, Math.ceil(Math.log2(Math.max(far, 1))));
  }

  paint() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const context = this.canvas.getContext('2d');
    if (!context || !this.width) return;
    const ratio = this.canvas.width / this.width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const paper = colours.paper();
    context.fillStyle = paper.page;
    context.fillRect(0, 0, this.width, this.height);
    context.save();
    context.beginPath();
    context.rect(LEFT, 0, this.width - LEFT, this.height - BELOW);
    context.clip();
    context.fillStyle = paper.unknown;
    context.fillRect(LEFT, 0, this.width, this.height);
    this.paintTiles(context);
    if (this.view.z >= 3) this.paintGrid(context, paper);
    if (this.hasNumbers) this.paintNumbers(context, paper);
    for (const overlay of this.overlays) this.paintOverlay(context, overlay, paper);
    if (this.cursor) this.outline(context, this.cursor, paper.text, 2);
    context.restore();
    this.paintAxes(context, paper);
    this.told.drawn?.();
  }

  /** @param {CanvasRenderingContext2D} context */
  paintTiles(context) {
    const [level, size] = this.grain();
    const side = size * 2 ** level;
    const [w, h] = this.span;
    const first = { x: Math.floor(this.view.x / side), y: Math.floor(this.view.y / side) };
    const last = {
      x: Math.floor(Math.min(this.view.x + w, END - 1) / side),
      y: Math.floor(Math.min(this.view.y + h, END - 1) / side),
    };
    context.imageSmoothingEnabled = false;
    /** @type {Place[]} */
    const missing = [];
    /** @type {Place[]} */
    const coarse = [];
    const scale = { scale: this.scale, blocks: this.blocks };
    for (let x = first.x; x <= last.x; x += 1) {
      for (let y = first.y; y <= last.y; y += 1) {
        const place = { level, size, x, y };
        const [px, py] = this.pixel(x * side, (y + 1) * side);
        const wide = side * this.cell;
        const tile = this.tiles.at(place);
        if (tile) {
          context.drawImage(this.tiles.image(tile, scale), px, py, wide, wide);
          continue;
        }
        missing.push(place);
        const above = this.ancestor(place);
        if (above) {
          const { tile: wider, x: sx, y: sy, part } = above;
          context.drawImage(this.tiles.image(wider, scale), sx, sy, part, part, px, py, wide, wide);
        } else if (level > 0) {
          const far = { level: level + 2, size, x: x >> 2, y: y >> 2 };
          if (!coarse.some((c) => c.x === far.x && c.y === far.y)) coarse.push(far);
        }
      }
    }
    const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
    /** @param {Place} p */
    const away = (p) => Math.abs(p.x - middle.x) + Math.abs(p.y - middle.y);
    missing.sort((a, b) => away(a) - away(b));
    this.tiles.want(level + 2 <= -FAR + 1 ? [...coarse.slice(0, 2), ...missing] : missing);
  }

  /** A coarser tile that is there, and which part of it stands for a place. @param {Place} place */
  ancestor(place) {
    for (let up = 1; up <= 4; up += 1) {
      const part = place.size >> up;
      if (part < 1) return null;
      const x = place.x >> up;
      const y = place.y >> up;
      const tile = this.tiles.at({ level: place.level + up, size: place.size, x, y });
      if (tile) {
        const column = place.x - (x << up);
        const row = place.y - (y << up);
        return { tile, x: column * part, y: tile.size - (row + 1) * part, part };
      }
    }
    return null;
  }

  /** @param {CanvasRenderingContext2D} context @param {ReturnType<typeof colours.paper>} paper */
  paintGrid(context, paper) {
    context.strokeStyle = paper.grid;
    context.lineWidth = 1;
    context.beginPath();
    const [w, h] = this.span;
    for (let x = Math.floor(this.view.x); x <= this.view.x + w + 1; x += 1) {
      const [px] = this.pixel(x, 0);
      context.moveTo(Math.round(px) + 0.5, 0);
      context.lineTo(Math.round(px) + 0.5, this.height);
    }
    for (let y = Math.floor(this.view.y); y <= this.view.y + h + 1; y += 1) {
      const py = this.pixel(0, y)[1];
      context.moveTo(LEFT, Math.round(py) - 0.5);
      context.lineTo(this.width, Math.round(py) - 0.5);
    }
    context.stroke();
  }

  /** Whether numbers are written into the cells. */
  get hasNumbers() {
    const layer = this.tiles.source?.layer ?? 'p';
    return this.view.z >= (layer === 'p' || layer === 'difference' ? 6 : 5);
  }

  /** The numbers of single cells. @param {CanvasRenderingContext2D} context @param {ReturnType<typeof colours.paper>} paper */
  paintNumbers(context, paper) {
    const layer = this.tiles.source?.layer ?? 'p';
    const [w, h] = this.span;
    const { cell } = this;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (let x = Math.floor(this.view.x); x < this.view.x + w; x += 1) {
      for (let y = Math.floor(this.view.y); y < this.view.y + h; y += 1) {
        const value = this.value([x, y]);
        if (value === null) continue;
        const [px, py] = this.pixel(x + 0.5, y + 0.5);
        if (layer === 'p' || layer === 'difference') {
          if (value === 0 || value === UNKNOWN) continue;
          context.fillStyle = colours.ink(colours.rgb(paper.ink));
          context.font = '13px system-ui, sans-serif';
          context.fillText(`${x},${y}`, px, py, cell - 6);
          continue;
        }
        if (value === 0) continue;
        context.fillStyle = this.inkOn(layer, value);
        context.font = `${Math.round(cell * 0.4)}px system-ui, sans-serif`;
        context.fillText(String(value - 1), px, py, cell - 4);
      }
    }
  }

  /** @param {'grundy' | 'palace'} layer @param {number} value */
  inkOn(layer, value) {
    const number = value - 1;
    if (layer === 'grundy') return number === 0 ? '#000' : colours.ink(colours.ramp((number - 1) / Math.max(this.scale - 1, 1)));
    return number <= this.blocks ? '#000' : '#fff';
  }

  /** @param {CanvasRenderingContext2D} context @param {Cell} cell @param {string} colour @param {number} width */
  outline(context, [x, y], colour, width) {
    const side = Math.max(this.cell, 7);
    const [px, py] = this.pixel(x + 0.5, y + 0.5);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.strokeRect(px - side / 2, py - side / 2, side, side);
  }

  /** @param {CanvasRenderingContext2D} context @param {Overlay} overlay @param {ReturnType<typeof colours.paper>} paper */
  paintOverlay(context, overlay, paper) {
    switch (overlay.kind) {
      case 'cells':
        for (const cell of overlay.cells) this.mark(context, cell, overlay.style, paper);
        return;
      case 'arrow': {
        const [ax, ay] = this.pixel(overlay.from[0] + 0.5, overlay.from[1] + 0.5);
        const [bx, by] = this.pixel(overlay.to[0] + 0.5, overlay.to[1] + 0.5);
        const long = Math.hypot(bx - ax, by - ay);
        if (long < 4) return;
        const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
        const head = Math.min(12, Math.max(7, this.cell * 0.4));
        context.strokeStyle = context.fillStyle = colours.VERMILION;
        context.lineWidth = Math.min(3, Math.max(1.5, this.cell / 10));
        context.beginPath();
        context.moveTo(ax, ay);
        context.lineTo(bx - ux * head, by - uy * head);
        context.stroke();
        context.beginPath();
        context.moveTo(bx, by);
        context.lineTo(bx - ux * head - uy * head * 0.5, by - uy * head + ux * head * 0.5);
        context.lineTo(bx - ux * head + uy * head * 0.5, by - uy * head - ux * head * 0.5);
        context.fill();
        return;
      }
      case 'line':
        this.ray(context, overlay.rise / overlay.run, overlay.label, paper);
        return;
      case 'wedge': {
        const far = END * 4;
        const [ox, oy] = this.pixel(0.5, 0.5);
        /** @param {number} slope @returns {Cell} */
        const end = (slope) => (slope > 1 ? [ox + far / slope, oy - far] : [ox + far, oy - far * slope]);
        context.fillStyle = `${colours.VERMILION}40`;
        context.beginPath();
        context.moveTo(ox, oy);
        context.lineTo(...end(overlay.low));
        context.lineTo(...end(overlay.high));
        context.fill();
        this.ray(context, (overlay.low + overlay.high) / 2, overlay.label, paper);
        return;
      }
      case 'diagonal': {
        const [ax, ay] = this.pixel(0.5 - Math.min(overlay.by, 0), 0.5 + Math.max(overlay.by, 0));
        context.strokeStyle = colours.VERMILION;
        context.lineWidth = 1.5;
        context.beginPath();
        context.moveTo(ax, ay);
        context.lineTo(ax + 1e5, ay - 1e5);
        context.stroke();
      }
    }
  }

  /** A line through the corner. @param {CanvasRenderingContext2D} context @param {number} slope @param {string} label
   * @param {ReturnType<typeof colours.paper>} paper */
  ray(context, slope, label, paper) {
    const [w, h] = this.span;
    const right = Math.min(this.view.x + w, slope > 0 ? (this.view.y + h) / slope : Infinity);
    const [ax, ay] = this.pixel(0.5, 0.5);
    const [bx, by] = this.pixel(right + 0.5, right * slope + 0.5);
    context.strokeStyle = colours.VERMILION;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(ax, ay);
    context.lineTo(bx, by);
    context.stroke();
    if (!label) return;
    context.font = '13px system-ui, sans-serif';
    const wide = context.measureText(label).width;
    const tx = Math.min(Math.max(bx - wide - 8, LEFT + 6), this.width - wide - 6);
    const ty = Math.min(Math.max(by + 16, 18), this.height - BELOW - 8);
    context.fillStyle = paper.page;
    context.globalAlpha = 0.85;
    context.fillRect(tx - 4, ty - 12, wide + 8, 17);
    context.globalAlpha = 1;
    context.fillStyle = paper.text;
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    context.fillText(label, tx, ty);
  }

  /** @param {CanvasRenderingContext2D} context @param {Cell} cell @param {Cells['style']} style
   * @param {ReturnType<typeof colours.paper>} paper */
  mark(context, cell, style, paper) {
    const [px, py] = this.pixel(cell[0] + 0.5, cell[1] + 0.5);
    if (px < LEFT - 40 || px > this.width + 40 || py < -40 || py > this.height + 40) return;
    const side = Math.max(this.cell, 5);
    if (style === 'here') {
      this.outline(context, cell, paper.page, 5);
      this.outline(context, cell, paper.text, 3);
      return;
    }
    context.beginPath();
    if (style === 'option') {
      // A number in the cell stays readable: the dot lies in the corner.
      const aside = this.hasNumbers ? this.cell * 0.34 : 0;
      const radius = aside ? this.cell * 0.14 : Math.max(1.5, Math.min(side * 0.18, 6));
      context.arc(px - aside, py + aside, radius, 0, 7);
      context.fillStyle = colours.SKY;
      context.fill();
      context.strokeStyle = paper.page;
      context.lineWidth = 1;
      context.stroke();
    } else if (style === 'win' || style === 'mark') {
      context.arc(px, py, Math.max(4, Math.min(side * 0.36, 16)), 0, 7);
      context.strokeStyle = style === 'win' ? colours.VERMILION : colours.ORANGE;
      context.lineWidth = Math.max(2, Math.min(side * 0.1, 4));
      context.stroke();
    } else {
      const r = Math.max(4, Math.min(side * 0.3, 14));
      context.moveTo(px - r, py - r);
      context.lineTo(px + r, py + r);
      context.moveTo(px + r, py - r);
      context.lineTo(px - r, py + r);
      context.strokeStyle = colours.VERMILION;
      context.lineWidth = Math.max(2, Math.min(side * 0.12, 4));
      context.stroke();
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {ReturnType<typeof colours.paper>} paper */
  paintAxes(context, paper) {
    const bottom = this.height - BELOW;
    context.strokeStyle = paper.frame;
    context.lineWidth = 1;
    context.strokeRect(LEFT - 0.5, 0.5, this.width - LEFT, bottom);
    context.fillStyle = paper.quiet;
    context.font = '12px system-ui, sans-serif';
    const far = Math.max(this.view.x + this.span[0], this.view.y + this.span[1]);
    const widest = context.measureText(grouped(Math.floor(far))).width + 18;
    let step = 1;
    for (let power = 1; step * this.cell < Math.max(24, widest); power += 1) {
      step = [1, 2, 5][power % 3] * 10 ** Math.floor(power / 3);
    }
    const shift = this.view.z >= 2 ? 0.5 : 0;
    context.textBaseline = 'top';
    context.textAlign = 'center';
    for (let x = Math.ceil(this.view.x / step) * step; x < this.view.x + this.span[0]; x += step) {
      const [px] = this.pixel(x + shift, 0);
      if (px < LEFT || px > this.width - 14 - widest / 2) continue;
      if (!shift) context.fillRect(px, bottom, 1, 4);
      context.fillText(grouped(x), Math.max(px, LEFT + 4), bottom + 7);
    }
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    for (let y = Math.ceil(this.view.y / step) * step; y < this.view.y + this.span[1]; y += step) {
      const py = this.pixel(0, y + shift)[1];
      if (py < 8 || py > bottom) continue;
      if (!shift) context.fillRect(LEFT - 4, py, 4, 1);
      context.fillText(grouped(y), LEFT - 7, Math.min(py, bottom - 4), LEFT - 8);
    }
    context.fillStyle = paper.text;
    context.font = 'italic 13px system-ui, sans-serif';
    context.textAlign = 'right';
    context.fillText(this.names[0] ?? 'x', this.width - 4, bottom + 13);
    context.textAlign = 'left';
    context.fillText(this.names[1] ?? 'y', 2, 9);
  }
}
