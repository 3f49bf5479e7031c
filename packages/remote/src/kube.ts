/** A container of a pod. Parts that are not named are chosen by kubectl and the cluster. */
export interface KubeContainer {
  readonly kind: 'kube';
  /** Default: the current context of the kubeconfig. */
  readonly context?: string;
  /** Default: that of the context. */
  readonly namespace?: string;
  readonly pod: string;
  /** Default: the one that the pod names in `kubectl.kubernetes.io/default-container`, or its first. */
  readonly container?: string;
}

/** The form of a container in a pod, for messages. */
export const kubeForm = 'kube://CONTEXT/NAMESPACE/POD/CONTAINER';

const longestContext = 1024;

// The names that Kubernetes itself allows: none begins like an option, or names a type as in deployment/web.
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const longestName = 253;
const isLabel = (text: string): boolean => label.test(text);
const isName = (text: string): boolean =>
  text.length <= longestName && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(text);

/** Parses what follows `kube://`; a string says what is wrong, as the end of a sentence that begins with the target. */
export function kubeContainer(rest: string): KubeContainer | string {
  const [first = '', namespace = '', pod = '', container, ...more] = rest.split('/');
  if (more.length > 0) return `has more than four parts; write %2F for a / in the name of a context`;
  const context = contextOf(first);
  if (context === undefined) return 'has no valid name of a context; write %20 for a space, and %25 for a %';
  if (namespace !== '' && !isLabel(namespace)) return 'has no valid name of a namespace';
  if (!isName(pod)) return 'has no valid name of a pod';
  if (container !== undefined && !isLabel(container)) return 'has no valid name of a container';
  return {
    kind: 'kube',
    ...(context === '' ? {} : { context }),
    ...(namespace === '' ? {} : { namespace }),
    pod,
    ...(container === undefined ? {} : { container }),
  };
}

/** The name of a context, which can have any characters: those with a meaning in a target are written as `%XX`. */
function contextOf(written: string): string | undefined {
  try {
    const context = decodeURIComponent(written);
    return /\s/.test(written) || /\p{Cc}/u.test(context) || context.length > longestContext
      ? undefined
      : context;
  } catch {
    return undefined;
  }
}

/** A container as people write it. */
export function kubeText({ context = '', namespace = '', pod, container }: KubeContainer): string {
  // A colon has no meaning here, and names of contexts are full of them.
  const first = encodeURIComponent(context).replaceAll('%3A', ':');
  return `kube://${[first, namespace, pod, ...(container === undefined ? [] : [container])].join('/')}`;
}

/** The arguments with which kubectl gives a shell in a container. Each option is one word with its value, whatever that begins with. */
export function kubectlExec(
  { context, namespace, pod, container }: KubeContainer,
  command: readonly string[],
): string[] {
  return [
    'exec',
    '--stdin',
    ...(context === undefined ? [] : [`--context=${context}`]),
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
    ...(container === undefined ? [] : [`--container=${container}`]),
    pod,
    '--',
    ...command,
  ];
}
