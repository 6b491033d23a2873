// @ts-check
// What goes between the page and its engine: the laboratory's protocol.

/**
 * @typedef {{misere?: boolean, pass?: boolean, block?: number, terminal?: string[], forced_n?: string[]}} On
 * @typedef {{game: string, on?: On}} Subject
 * @typedef {Record<string, unknown> & {ask: string}} Request
 * @typedef {{what: string, done: number, total: number | null}} Progress
 * @typedef {{
 *   kind: string, message: string, field: string | null, place: {start: number, end: number} | null,
 *   hints: string[], advice: string | null
 * }} Failure
 * @typedef {{
 *   signal?: AbortSignal, part?: (part: any) => void, progress?: (progress: Progress) => void
 * }} Watch
 * @typedef {{
 *   name: string,
 *   ask: (request: Request, watch?: Watch) => Promise<any>,
 *   bytes: (request: Request, watch?: Watch) => Promise<ArrayBuffer>
 * }} Engine
 * @typedef {'p' | 'grundy' | 'palace' | 'difference'} Layer
 */
export {};
