import type { ComparisonIndex } from '../comparison/comparison-index.js';
import { timeText } from '../summary/words.js';
import { changeList } from './change-list.js';
import { changeView } from './change-view.js';
import { comparisonSummary } from './comparison-summary.js';
import { h, takeFocus } from './dom.js';
import { helpDialog } from './help.js';
import { listenForKeys } from './keys.js';
import { routeOf } from './route.js';
import { visible } from './visible.js';

/** Builds the page that compares two archives, and shows what its address says. */
function start(index: ComparisonIndex): void {
  const specs = new Map(index.specs.map((spec) => [spec.name, spec]));
  const summary = comparisonSummary(index);
  const list = changeList(index);
  const help = helpDialog(false);
  const main = h('main', { tabindex: '-1' });

  const show = (): void => {
    const route = routeOf(location.hash);
    const name = route.view === 'spec' ? route.spec : undefined;
    document.body.dataset.view = route.view === 'list' ? 'list' : 'comparison';
    list.select(name);
    main.replaceChildren(name === undefined ? summary : changeView(name, specs.get(name)));
    main.scrollTop = 0;
    // Page Down and the arrows scroll what has the focus.
    if (route.view !== 'list') takeFocus(main);
  };

  const helpButton = h('button', { type: 'button', 'aria-label': 'Keys' }, '?');
  helpButton.addEventListener('click', () => help.showModal());
  listenForKeys({
    filter: list.filterField,
    help,
    links: () => [...list.element.querySelectorAll('a')],
    back: () => {
      location.hash = '#';
    },
  });

  document.title = visible(`${index.title} – hostspec comparison`);
  const times = [index.before, index.after].flatMap(({ started }) =>
    started === undefined ? [] : [timeText(started)],
  );
  document.body.append(
    h(
      'header',
      {},
      h('h1', {}, h('a', { href: '#' }, index.title)),
      h('p', {}, times.join(' → ')),
      h('a', { href: '#list', class: 'to-list' }, 'Specs'),
      h('span', { class: 'gap' }),
      helpButton,
    ),
    h('div', { class: 'panes' }, list.element, main),
    help,
  );
  addEventListener('hashchange', show);
  show();
}

start(JSON.parse(document.getElementById('index')?.textContent ?? '') as ComparisonIndex);
