/** What the keys do. */
export interface KeyActions {
  /** Without it, nothing is searched. */
  readonly search?: HTMLInputElement;
  readonly filter: HTMLInputElement;
  readonly help: HTMLDialogElement;
  /** Without it, there is no time line. */
  timeLine?(): void;
  /** The links that j and k move between. */
  links(): readonly HTMLAnchorElement[];
  back(): void;
}

/** Listens for the keys of the page. In a field, only Esc counts. */
export function listenForKeys({ search, filter, help, timeLine, links, back }: KeyActions): void {
  const move = (step: number): void => {
    const all = links();
    const focused = all.indexOf(document.activeElement as HTMLAnchorElement);
    const current = focused === -1 ? all.findIndex((link) => link.hasAttribute('aria-current')) : focused;
    const next = current === -1 ? (step > 0 ? 0 : all.length - 1) : current + step;
    all[Math.max(0, Math.min(all.length - 1, next))]?.focus();
  };
  const focus = (field: HTMLInputElement): void => {
    field.focus();
    field.select();
  };
  const actions: Readonly<Record<string, () => void>> = {
    ...(search && { '/': () => focus(search) }),
    ...(timeLine && { t: timeLine }),
    f: () => focus(filter),
    j: () => move(1),
    k: () => move(-1),
    '?': () => help.showModal(),
    Escape: back,
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const { activeElement: active } = document;
    if (active instanceof HTMLInputElement || active instanceof HTMLSelectElement) {
      if (event.key === 'Escape') active.blur();
      return;
    }
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
}
