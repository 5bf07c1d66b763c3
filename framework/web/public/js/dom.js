// Making elements without a template language.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {Node|string|number|null|undefined|false} Child
 */

/**
 * Sets attributes, properties and listeners: `onclick` adds a listener, `class`, `aria-…` and `data-…` are attributes.
 * @param {Element} element
 * @param {Record<string, any>} props
 */
export function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on') && typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else if (name === 'value' && 'value' in element) /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {Element} element
 * @param {(Child|Child[])[]} children
 */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  setProps(element, props);
  fill(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child|Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  setProps(element, props);
  fill(element, children);
  return element;
}

/**
 * Replaces what is in an element.
 * @param {Element} element
 * @param {...(Child|Child[])} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/**
 * Writes text only where it differs, so that nothing is announced or painted twice.
 * @param {Element} element
 * @param {string|number} text
 */
export function say(element, text) {
  const words = String(text);
  if (element.textContent !== words) element.textContent = words;
}

/**
 * Brings the children of an element in line with a keyed list: elements keep their identity, focus and animation.
 * @template T
 * @param {Element} parent
 * @param {Map<string, Element>} known
 * @param {[string, T][]} entries
 * @param {(key: string, value: T) => Element} make
 * @param {(element: any, value: T, key: string) => void} update
 */
export function keyed(parent, known, entries, make, update) {
  const wanted = new Set(entries.map(([key]) => key));
  for (const [key, element] of known) {
    if (wanted.has(key)) continue;
    element.remove();
    known.delete(key);
  }
  /** @type {Element|null} */
  let before = null;
  for (const [key, value] of entries) {
    let element = known.get(key);
    if (!element) {
      element = make(key, value);
      known.set(key, element);
    }
    update(element, value, key);
    /** @type {Element|null} */
    const place = before ? before.nextElementSibling : parent.firstElementChild;
    if (element.parentNode !== parent || place !== element) parent.insertBefore(element, place);
    before = element;
  }
}

/** Whether the person asked for little motion, in the page's or the system's settings. */
export function stillness() {
  const choice = document.documentElement.dataset.motion;
  if (choice === 'off') return true;
  if (choice === 'on') return false;
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
