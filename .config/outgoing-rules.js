/**
 * Requests to other servers leave by one client (src/shared/infrastructure/outgoing), which refuses metadata addresses, bounds answers and
 * reports every connection failure in the same way. These rules refuse every other way out; dependency-cruiser checks the imports.
 */
const USE_THE_CLIENT = 'Use OutgoingClient of src/shared/infrastructure/outgoing: it is the only way to other servers.';
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

/** Selectors for `no-restricted-syntax`, whose lists do not add up between configurations. */
export const OUTGOING_SELECTORS = [
  {
    selector:
      'NewExpression[callee.name=/^(OpenAI|Anthropic)$/]:not(:has(ObjectExpression.arguments > Property[key.name="fetch"]))',
    message: `Give the library the fetch of the client. ${USE_THE_CLIENT}`,
  },
];

export const OUTGOING_RULES = {
  'no-restricted-globals': ['error', ...GLOBALS.map((name) => ({ name, message: USE_THE_CLIENT }))],
  'no-restricted-properties': [
    'error',
    ...GLOBALS.flatMap((property) =>
      ['globalThis', 'global'].map((object) => ({ object, property, message: USE_THE_CLIENT })),
    ),
  ],
};
