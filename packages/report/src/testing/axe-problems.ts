import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** All that axe finds in a page, best practices too, with all details open. The script of a debugger is not bound by the page's policy. */
export async function axeProblems(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => [
      id,
      nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
    ]);
  });
}
