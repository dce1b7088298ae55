/** The members of `location` by kind, each with its example. */
const LOCATIONS: Readonly<Record<string, { readonly members: string; readonly example: object }>> = {
  folder: { members: '`folder`', example: { folder: '/srv/documents' } },
  zip: { members: '`url`, `max_mb`', example: { url: 'https://files.example.org/handbook.zip', max_mb: 100 } },
  feed: {
    members: '`url`, `full`, `max_entries`',
    example: { url: 'https://news.example.org/feed.xml', full: true, max_entries: 500 },
  },
};

/** The description of `location` in the OpenAPI document. */
export const LOCATION_DESCRIPTION = [
  'Settings of the connector, by kind. The guide of sources has their defaults and limits.',
  ...Object.entries(LOCATIONS).map(
    ([kind, { members, example }]) => `- \`${kind}\`: ${members}, for example \`${JSON.stringify(example)}\``,
  ),
].join('\n');
