const isPropertyOf = (path, name, call) =>
  path.isObjectProperty() &&
  path.node.key.name === name &&
  (call === undefined || path.parentPath.parentPath.node.callee?.name === call);

const isEmpty = (node) =>
  (node.type === 'StringLiteral' && node.value === '') ||
  (node.type === 'ArrayExpression' && node.elements.length === 0);

/** Whether an expression is an element by its index, `exec` or `at`: what the type checker takes for undefined. */
const isElement = ({ type, computed, callee }) =>
  (/MemberExpression$/.test(type) && computed) ||
  (/CallExpression$/.test(type) && ['exec', 'at'].includes(callee.property?.name));

// When Stryker comes to the right side of `??`, it has replaced the left one by its mutants.
const defaults = new WeakSet();

const lookForDefault = ({ node }) => {
  if (node.type === 'LogicalExpression' && node.operator === '??' && isElement(node.left))
    defaults.add(node.right);
  if (node.type === 'ArrayPattern')
    for (const each of node.elements) if (each?.type === 'AssignmentPattern') defaults.add(each.right);
};

/** What is left as it is, for Stryker: it asks for the reason, and gets none for what is mutated. */
export const ignoredTexts = {
  shouldIgnore(path) {
    lookForDefault(path);
    if (isPropertyOf(path, 'doc') && path.get('value').isStringLiteral())
      return 'doc is text for readers; a definition without one is refused, and spec tests that';
    if (isPropertyOf(path, 'default', 'defineSetting'))
      return 'the value is data, which the test of default-specs holds against the specification';
    if (defaults.has(path.node) && isEmpty(path.node))
      return 'the type checker asks for a default of an element that is always there, or that means nothing when it is not';
    return undefined;
  },
};
