/** The members of `location` by kind, each with its example. */
const LOCATIONS: Readonly<Record<string, { readonly members: string; readonly example: object }>> = {
  folder: { members: '`folder`', example: { folder: '/srv/documents' } },
  zip: { members: '`url`, `max_mb`', example: { url: 'https://files.example.org/handbook.zip', max_mb: 100 } },
  feed: {
    members: '`url`, `full`, `max_entries`',
    example: { url: 'https://news.example.org/feed.xml', full: true, max_entries: 500 },
  },
  website: {
    members: '`url`, `depth`, `max_pages`, `max_links`, `max_total_mb`, `delay_ms`, `sitemap`',
    example: { url: 'https://www.example.org/', depth: 3, max_pages: 1_000, delay_ms: 200, sitemap: true },
  },
  webdav: {
    members: '`url`, `depth`, `max_files`',
    example: { url: 'https://cloud.example.org/remote.php/dav/files/team/', depth: 20, max_files: 10_000 },
  },
  git: {
    members: '`url`, `branch`, `folder`, `link`, `max_mb`, `max_files`',
    example: {
      url: 'https://git.example.org/team/wiki.git',
      branch: 'main',
      folder: 'docs',
      link: 'https://git.example.org/team/wiki/src/branch/main/{path}',
    },
  },
  imap: {
    members: '`host`, `port`, `tls`, `user`, `password`, `folder`, `max_messages`',
    example: {
      host: 'imap.example.org',
      user: 'handbook@example.org',
      password: { secret: 'SOURCE_SECRET_MAIL' },
      folder: 'INBOX',
    },
  },
};

/** The description of `location` in the OpenAPI document. */
export const LOCATION_DESCRIPTION = [
  'Settings of the connector, by kind. The guide of sources has their defaults and limits.',
  ...Object.entries(LOCATIONS).map(
    ([kind, { members, example }]) => `- \`${kind}\`: ${members}, for example \`${JSON.stringify(example)}\``,
  ),
].join('\n');
