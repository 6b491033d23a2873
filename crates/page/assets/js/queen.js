// @ts-check
// The queen on a board: dragged, clicked or moved with the keys. It shows what it is told and says which cell was meant.

import * as colours from './colours.js';
import { el } from './dom.js';

/** @import {Cell} from './board.js' */

/**
 * @typedef {{
 *   size: Cell, queen: Cell, from: Cell | null, options: Cell[], wins: Cell[], blocked: Cell[], better: Cell[],
 *   lost: Cell[], names: string[]
 * }} Scene
 */

const LEFT = 30;
const BELOW = 26;

export class QueenBoard {
  /** @param {{picked: (cell: Cell) => void}} told */
  constructor(told) {
    this.told = told;
    this.canvas = el('canvas', {
      class: 'queens', tabindex: '0', role: 'application', 'aria-roledescription': 'board',
      'aria-label': 'The board. Arrow keys choose a cell, Enter moves the queen there; or drag the queen.',
    });
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Cell | null} */
    this.cursor = null;
    /** @type {{x: number, y: number} | null} */
    this.drag = null;
    this.side = 0;
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  /** @param {Scene} scene */
  show(scene) {
    const moved = this.scene?.queen.join() !== scene.queen.join();
    this.scene = scene;
    if (moved) this.cursor = null;
    this.drag = null;
    this.draw();
  }

  /** @param {number} px @param {number} py @returns {Cell | null} */
  cell(px, py) {
    if (!this.scene || !this.side) return null;
    const x = Math.floor((px - LEFT) / this.side);
    const y = Math.floor((this.canvas.clientHeight - BELOW - py) / this.side);
    return x >= 0 && y >= 0 && x <= this.scene.size[0] && y <= this.scene.size[1] ? [x, y] : null;
  }

  /** The middle of a cell. @param {Cell} cell @returns {Cell} */
  middle([x, y]) {
    return [LEFT + (x + 0.5) * this.side, this.canvas.clientHeight - BELOW - (y + 0.5) * this.side];
  }

  listen() {
    const { canvas } = this;
    let pressed = false;
    canvas.addEventListener('pointerdown', (event) => {
      pressed = event.button === 0;
      const cell = this.cell(event.offsetX, event.offsetY);
      if (pressed && cell && this.scene && cell.join() === this.scene.queen.join()) {
        canvas.setPointerCapture(event.pointerId);
        this.drag = { x: event.offsetX, y: event.offsetY };
        this.draw();
      }
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!this.drag) return;
      this.drag = { x: event.offsetX, y: event.offsetY };
      this.cursor = this.cell(event.offsetX, event.offsetY);
      this.draw();
    });
    canvas.addEventListener('pointerup', (event) => {
      const cell = this.cell(event.offsetX, event.offsetY);
      this.drag = null;
      this.cursor = null;
      this.draw();
      if (pressed && cell && this.scene && cell.join() !== this.scene.queen.join()) this.told.picked(cell);
      pressed = false;
    });
    canvas.addEventListener('pointercancel', () => {
      this.drag = null;
      this.draw();
    });
    canvas.addEventListener('keydown', (event) => {
      /** @type {Record<string, Cell>} */
      const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      const step = arrows[event.key];
      if (!this.scene) return;
      if (step) {
        const [x, y] = this.cursor ?? this.scene.queen;
        const [w, h] = this.scene.size;
        this.cursor = [Math.max(0, Math.min(w, x + step[0])), Math.max(0, Math.min(h, y + step[1]))];
        this.canvas.setAttribute('aria-description', `cell ${this.cursor.join(',')}`);
        this.draw();
      } else if ((event.key === 'Enter' || event.key === ' ') && this.cursor) this.told.picked(this.cursor);
      else if (event.key === 'Escape') {
        this.cursor = null;
        this.draw();
      } else return;
      event.preventDefault();
    });
  }

  draw() {
    const { canvas, scene } = this;
    const context = canvas.getContext('2d');
    const wide = canvas.parentElement?.clientWidth ?? 0;
    if (!scene || !context || !wide || canvas.hidden) return;
    const [w, h] = scene.size;
    const room = Math.min(window.innerHeight * 0.72, 760);
    this.side = Math.max(8, Math.min(56, Math.floor(Math.min((wide - LEFT - 4) / (w + 1), (room - BELOW) / (h + 1)))));
    const width = LEFT + this.side * (w + 1) + 2;
    const height = BELOW + this.side * (h + 1) + 2;
    const ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const paper = colours.paper();
    context.fillStyle = paper.page;
    context.fillRect(0, 0, width, height);
    const bottom = height - BELOW;
    const { side } = this;
    for (let x = 0; x <= w; x += 1) {
      for (let y = 0; y <= h; y += 1) {
        context.fillStyle = (x + y) % 2 ? paper.board : paper.unknown;
        context.fillRect(LEFT + x * side, bottom - (y + 1) * side, side, side);
      }
    }
    context.strokeStyle = paper.frame;
    context.strokeRect(LEFT + 0.5, bottom - (h + 1) * side + 0.5, (w + 1) * side - 1, (h + 1) * side - 1);
    context.fillStyle = paper.quiet;
    context.font = '12px system-ui, sans-serif';
    const every = side >= 18 ? 1 : side >= 11 ? 2 : 5;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    for (let x = 0; x <= w; x += every) context.fillText(String(x), LEFT + (x + 0.5) * side, bottom + 6);
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (let y = 0; y <= h; y += every) context.fillText(String(y), LEFT - 6, bottom - (y + 0.5) * side);
    /** @param {Cell} cell @param {string} colour @param {number} part @param {boolean} [ring] */
    const dot = (cell, colour, part, ring = false) => {
      const [px, py] = this.middle(cell);
      context.beginPath();
      context.arc(px, py, Math.max(2, side * part), 0, 7);
      if (ring) {
        context.strokeStyle = colour;
        context.lineWidth = Math.max(2, side * 0.09);
        context.stroke();
      } else {
        context.fillStyle = colour;
        context.fill();
      }
    };
    context.fillStyle = paper.ink;
    for (const [x, y] of scene.lost) {
      if (x > w || y > h) continue;
      const [px, py] = this.middle([x, y]);
      const r = side * 0.22;
      context.fillRect(px - r, py - r, 2 * r, 2 * r);
    }
    scene.options.forEach((cell) => dot(cell, colours.SKY, 0.16));
    scene.wins.forEach((cell) => dot(cell, colours.VERMILION, 0.34, true));
    scene.better.forEach((cell) => dot(cell, colours.GREEN, 0.34, true));
    for (const cell of scene.blocked) {
      const [px, py] = this.middle(cell);
      const r = side * 0.3;
      context.strokeStyle = colours.VERMILION;
      context.lineWidth = Math.max(2, side * 0.1);
      context.beginPath();
      context.moveTo(px - r, py - r);
      context.lineTo(px + r, py + r);
      context.moveTo(px + r, py - r);
      context.lineTo(px - r, py + r);
      context.stroke();
    }
    if (scene.from) {
      const [ax, ay] = this.middle(scene.from);
      const [bx, by] = this.middle(scene.queen);
      context.strokeStyle = paper.frame;
      context.setLineDash([4, 4]);
      context.lineWidth = 2;
      context.beginPath();
      context.moveTo(ax, ay);
      context.lineTo(bx, by);
      context.stroke();
      context.setLineDash([]);
    }
    if (this.cursor) {
      const [px, py] = this.middle(this.cursor);
      context.strokeStyle = colours.ORANGE;
      context.lineWidth = 3;
      context.strokeRect(px - side / 2 + 1.5, py - side / 2 + 1.5, side - 3, side - 3);
    }
    const [qx, qy] = this.drag ? [this.drag.x, this.drag.y] : this.middle(scene.queen);
    crown(context, qx, qy, side * 0.42, paper);
    const names = scene.names;
    context.fillStyle = paper.text;
    context.font = 'italic 13px system-ui, sans-serif';
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    context.fillText(names[1] ?? 'y', 2, 12);
    context.textAlign = 'right';
    context.fillText(names[0] ?? 'x', width - 4, height - 2);
  }
}

/** A queen, drawn so that it looks the same everywhere.
 * @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} r
 * @param {ReturnType<typeof colours.paper>} paper */
function crown(context, x, y, r, paper) {
  context.beginPath();
  context.moveTo(x - r * 0.75, y + r * 0.8);
  context.lineTo(x - r, y - r * 0.45);
  context.lineTo(x - r * 0.45, y + r * 0.15);
  context.lineTo(x, y - r * 0.75);
  context.lineTo(x + r * 0.45, y + r * 0.15);
  context.lineTo(x + r, y - r * 0.45);
  context.lineTo(x + r * 0.75, y + r * 0.8);
  context.closePath();
  context.fillStyle = paper.ink;
  context.fill();
  context.strokeStyle = paper.page;
  context.lineWidth = Math.max(1, r * 0.12);
  context.stroke();
  context.fillStyle = paper.ink;
  for (const [dx, dy] of [[-1, -0.55], [0, -0.85], [1, -0.55]]) {
    context.beginPath();
    context.arc(x + r * dx, y + r * dy, r * 0.15, 0, 7);
    context.fill();
  }
}
