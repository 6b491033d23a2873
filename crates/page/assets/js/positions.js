// @ts-check
// Positions as answers hold them: an array of piles, or a text where there is more to it than piles.

/** The piles of a position as texts. @param {any} position @returns {string[]} */
export function piles(position) {
  return Array.isArray(position) ? position.map(String) : String(position).split(/[;+]/)[0].split(',').map((p) => p.trim());
}

/** A position as it is written. @param {any} position @returns {string} */
export function pilesText(position) {
  return Array.isArray(position) ? position.join(',') : String(position);
}

/** A position in words: what is written for the engine, read by a person. @param {any} position @returns {string} */
export function said(position) {
  return pilesText(position).replace(';passed=1', ' (the pass is spent)');
}

/** A move in words. @param {any} from @param {any} to @returns {string} */
export function moveSaid(from, to) {
  return piles(from).join() === piles(to).join() ? 'pass' : `move to ${said(to)}`;
}
