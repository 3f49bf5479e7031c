interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

// The policy of the page allows these script addresses, and no text of the host becomes markup.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('hostspec', { createScriptURL: (own) => own });

/** A message of a worker that needs the text of a block. */
interface Need {
  readonly kind: 'need';
  readonly number: number;
}

/** Messages to a worker, which is ended when the page is. */
export interface StartedWorker<To> {
  post(message: To): void;
}

/** Starts a worker from its script, and sends it the blocks that it asks for; `take` gets its other messages. */
export function startWorker<To, From extends { readonly kind: string }>(
  script: string,
  take: (message: Exclude<From, Need>) => void,
): StartedWorker<To | { readonly kind: 'block'; readonly number: number; readonly base64: string }> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(policy ? policy.createScriptURL(url) : url);
  worker.addEventListener('message', ({ data }: MessageEvent<Need | Exclude<From, Need>>) => {
    if (!isNeed(data)) take(data);
    else {
      const { number } = data;
      void dataText(`block-${number}`).then((base64) =>
        worker.postMessage({ kind: 'block', number, base64 }),
      );
    }
  });
  return { post: (message) => worker.postMessage(message) };
}

function isNeed(message: { readonly kind: string }): message is Need {
  return message.kind === 'need';
}

/** The text of an element with data, once the browser has read all of it. */
export async function dataText(id: string): Promise<string> {
  const complete = (): HTMLElement | undefined => {
    const element = document.getElementById(id);
    return element && (element.nextElementSibling || document.readyState !== 'loading') ? element : undefined;
  };
  if (!complete() && document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  return complete()?.textContent ?? '';
}
