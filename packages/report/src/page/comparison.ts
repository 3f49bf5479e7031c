import type { ComparisonIndex } from '../compare/comparison-index.js';
import { timeText } from '../summary/words.js';
import { changeList } from './change-list.js';
import { changeView } from './change-view.js';
import { comparisonSummary } from './comparison-summary.js';
import { h, takeFocus } from './dom.js';
import { pageIndex, startPage } from './start-page.js';

/** Builds the page that compares two archives. */
function start(index: ComparisonIndex): void {
  const specs = new Map(index.specs.map((spec) => [spec.name, spec]));
  const summary = comparisonSummary(index);
  const list = changeList(index);
  const main = h('main', { tabindex: '-1' });
  const times = [index.before, index.after].flatMap(({ started }) =>
    started === undefined ? [] : [timeText(started)],
  );
  startPage({
    title: index.title,
    kind: 'comparison',
    words: times.join(' → '),
    list,
    listName: 'Specs',
    main,
    controls: [h('span', { class: 'gap' })],
    keys: { links: () => [...list.element.querySelectorAll('a')] },
    show(route) {
      document.body.dataset.view = route.view === 'list' ? 'list' : 'comparison';
      main.replaceChildren(route.view === 'spec' ? changeView(route.spec, specs.get(route.spec)) : summary);
      // Page Down and the arrows scroll what has the focus.
      if (route.view !== 'list') takeFocus(main);
    },
  });
}

start(pageIndex<ComparisonIndex>());
