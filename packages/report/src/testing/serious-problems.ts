import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds serious in a page. The script of a debugger is not bound by the page's policy. */
export async function seriousProblems(page: Page): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe.source });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary])])))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return JSON.parse(String(result.value));
}
