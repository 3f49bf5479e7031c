import { defined } from '@hostspec/host-kit';

/** A container of a pod. kubectl and the cluster choose the parts that are not named. */
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

/** A node, which is reached through a debug pod. */
export interface KubeNode {
  readonly kind: 'kube-node';
  /** Default: the current context of the kubeconfig. */
  readonly context?: string;
  readonly node: string;
}

/** The form of a node, for messages. */
export const nodeForm = 'kube-node://CONTEXT/NODE';

/** The form of a container in a pod, for messages. */
export const kubeForm = 'kube://CONTEXT/NAMESPACE/POD/CONTAINER';

const longestContext = 1024;

// The names that Kubernetes itself allows: none begins like an option, or names a type as in deployment/web.
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const longestName = 253;
/** True if Kubernetes allows this name for a namespace or a container. */
export const isLabel = (text: string): boolean => label.test(text);
const isName = (text: string): boolean =>
  text.length <= longestName && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(text);

/** Parses the text after `kube://`. For an invalid one, returns the end of an error sentence that begins with the target. */
export function kubeContainer(rest: string): KubeContainer | string {
  const [first = '', namespace = '', pod = '', container, ...more] = rest.split('/');
  if (more.length > 0) return `has more than four parts; write %2F for a / in the name of a context`;
  const context = contextOf(first);
  if (context === undefined) return noContext;
  if (namespace !== '' && !isLabel(namespace)) return 'has no valid name of a namespace';
  if (!isName(pod)) return 'has no valid name of a pod';
  if (container !== undefined && !isLabel(container)) return 'has no valid name of a container';
  return defined({
    kind: 'kube',
    context: context || undefined,
    namespace: namespace || undefined,
    pod,
    container,
  });
}

/** Parses the text after `kube-node://`, like `kubeContainer`. */
export function kubeNode(rest: string): KubeNode | string {
  const [first = '', node = '', ...more] = rest.split('/');
  if (more.length > 0) return 'has more than two parts; write %2F for a / in the name of a context';
  const context = contextOf(first);
  if (context === undefined) return noContext;
  if (!isName(node)) return 'has no valid name of a node';
  return { kind: 'kube-node', ...(context === '' ? {} : { context }), node };
}

const noContext = 'has no valid name of a context; write %20 for a space, and %25 for a %';

/** The name of a context, in which characters with a meaning in a target are written as `%XX`. Undefined if it is invalid. */
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

/** A container or a node as people write it. */
export function kubeText(target: KubeContainer | KubeNode): string {
  // A colon has no meaning here, and is frequent in names of contexts.
  const context = encodeURIComponent(target.context ?? '').replaceAll('%3A', ':');
  if (target.kind === 'kube-node') return `kube-node://${context}/${target.node}`;
  const { namespace = '', pod, container } = target;
  return `kube://${[context, namespace, pod, ...(container === undefined ? [] : [container])].join('/')}`;
}

/** Where kubectl looks. Default for each: the kubeconfig. */
export interface KubePlace {
  readonly context?: string | undefined;
  readonly namespace?: string | undefined;
}

/** The options of kubectl for a place. Each is one word with its value, so a value cannot be taken for an option. */
export function kubectlPlace({ context, namespace }: KubePlace): string[] {
  return [
    ...(context === undefined ? [] : [`--context=${context}`]),
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
  ];
}

/** The arguments with which kubectl runs a command in a container. */
export function kubectlExec(
  { pod, container, ...place }: KubePlace & Pick<KubeContainer, 'pod' | 'container'>,
  command: readonly string[],
): string[] {
  return [
    'exec',
    '--stdin',
    ...kubectlPlace(place),
    ...(container === undefined ? [] : [`--container=${container}`]),
    pod,
    '--',
    ...command,
  ];
}
