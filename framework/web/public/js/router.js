// Which page is shown: the part of the address after the hash decides.

/**
 * A page: its element, its title, and what is to be undone when it goes.
 * @typedef {{element: HTMLElement, title: string, dispose?: () => void, wide?: boolean}} Page
 * @typedef {(params: string[], query: URLSearchParams) => Page|Promise<Page>} Open
 */

export class Router {
  /**
   * @param {HTMLElement} frame
   * @param {Record<string, Open>} pages
   * @param {(page: Page, name: string) => void} shown
   */
  constructor(frame, pages, shown) {
    this.frame = frame;
    this.pages = pages;
    this.shown = shown;
    /** @type {Page|null} */
    this.page = null;
    this.turn = 0;
    addEventListener('hashchange', () => void this.open());
  }

  /** The address, taken apart. */
  static read(hash = location.hash) {
    const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
    const [name = '', ...params] = path.split('/').map(decodeURIComponent);
    return { name, params, query: new URLSearchParams(query) };
  }

  /** Opens the page of the address, again where it is open already. */
  async open() {
    const { name, params, query } = Router.read();
    const turn = ++this.turn;
    const open = this.pages[name] ?? this.pages[''];
    const page = await open(params, query);
    // A slow page that was left in the meantime is not shown.
    if (turn !== this.turn) return page.dispose?.();
    this.page?.dispose?.();
    this.page = page;
    this.frame.replaceChildren(page.element);
    this.frame.dataset.page = name || 'lobby';
    document.title = `${page.title} · Parlor`;
    this.shown(page, name);
  }
}

/** @param {string} path */
export function go(path) {
  if (location.hash === `#/${path}`) dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = `#/${path}`;
}
