import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds serious in a page. The script of a debugger is not bound by the page's policy. */
export async function seriousProblems(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [
        id,
        nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
      ]);
  });
}
