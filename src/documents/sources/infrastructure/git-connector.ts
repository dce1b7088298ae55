import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';
import { Listed, SourceConnector, SourceContent, SourceEntry, SourceError } from '../domain/source-connector.js';
import { locationNumber, locationText, SourceSettings } from '../domain/source.js';
import { GitBranch, GitFile, GitRepository } from './git-repository.js';
import { NetworkKind } from './connector-kind.js';
import { memoryKey } from './response-memory.js';
import { TooLargeError } from './source-requests.js';
import { TemporaryFiles } from './temporary-files.js';

const MB = 1_000_000;
const MAX_MB = { min: 1, max: 1_000, otherwise: 200 };
const MAX_FILES = { min: 1, max: 100_000, otherwise: 10_000 };
const TIMEOUT_MS = 600_000;
const REMEMBERED_FILES = 100_000;
/** The first line of a file whose content Git LFS keeps elsewhere. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
/** Where people read files of hosts that are known. */
const LINKS: Readonly<Record<string, string>> = { 'github.com': 'blob', 'gitlab.com': '-/blob' };

interface GitLocation {
  readonly url: URL;
  readonly branch: string | undefined;
  readonly folder: string;
  /** With `{path}`. */
  readonly link: string | undefined;
  readonly maxBytes: number;
  readonly maxFiles: number;
}

interface KnownCommit {
  readonly commit: string;
  readonly files: readonly GitFile[];
}

type Memory = LruCache<string, KnownCommit>;

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** The files of the newest commit of one branch. A commit that is known is downloaded only if one of its files has to be read. */
class GitConnector extends SourceConnector {
  private readonly files = new Map<string, GitFile>();
  private branch: GitBranch | undefined;
  private isDownloaded = false;

  constructor(
    private readonly location: GitLocation,
    private readonly repository: GitRepository,
    private readonly memory: Memory,
    private readonly key: string,
  ) {
    super();
  }

  async *list(signal: AbortSignal): AsyncGenerator<Listed> {
    const { maxFiles } = this.location;
    this.branch = await this.repository.branch(this.location.branch, signal);
    const found = await this.found(this.branch, signal);
    for (const file of found.slice(0, maxFiles)) {
      if (file.fault !== undefined) {
        yield { folder: file.path, reason: file.fault };
        continue;
      }
      if (!this.files.has(file.path)) this.files.set(file.path, file);
      yield { path: file.path, version: file.oid };
    }
    if (found.length > maxFiles)
      yield { folder: '', reason: `the repository has more than ${maxFiles} files; raise max_files, or set folder` };
  }

  async read({ path }: SourceEntry, signal: AbortSignal): Promise<SourceContent> {
    const file = this.files.get(path);
    if (file === undefined || this.branch === undefined) throw new SourceError('The repository no longer contains it.');
    await this.download(this.branch, signal);
    const bytes = await this.repository.read(file.oid, signal);
    if (Buffer.from(bytes.subarray(0, LFS_POINTER.length)).toString() === LFS_POINTER)
      throw new SourceError('Its content is in Git LFS, which is not supported; use another kind of source for it.');
    const url = this.linkOf(file, this.branch);
    return { bytes, ...(url === undefined ? {} : { url }) };
  }

  override close(): Promise<void> {
    return this.repository.close();
  }

  private async found(branch: GitBranch, signal: AbortSignal): Promise<readonly GitFile[]> {
    const known = this.memory.get(this.key);
    if (known?.commit === branch.commit) return known.files;
    const { folder, maxFiles } = this.location;
    await this.download(branch, signal);
    const files = await this.repository.list(branch.commit, folder, maxFiles + 1, signal);
    this.memory.set(this.key, { commit: branch.commit, files }, files.length + 1);
    return files;
  }

  private async download(branch: GitBranch, signal: AbortSignal): Promise<void> {
    if (this.isDownloaded) return;
    await this.repository.download(branch, signal).catch((error: unknown) => {
      if (!(error instanceof TooLargeError)) throw error;
      const megabytes = this.location.maxBytes / MB;
      throw new SourceError(
        `The commit is larger than ${megabytes} MB as a download, and Git servers send it as a whole; raise max_mb (up to ${MAX_MB.max}), or make the folder a repository of its own.`,
      );
    });
    this.isDownloaded = true;
  }

  private linkOf({ name }: GitFile, branch: GitBranch): string | undefined {
    const { url, link, folder } = this.location;
    const path = encoded([folder, name].filter(Boolean).join('/'));
    if (link !== undefined) return link.replace('{path}', () => path);
    const view = LINKS[url.hostname];
    if (view === undefined) return undefined;
    return `${url.origin}${url.pathname.replace(/\/$/u, '').replace(/\.git$/u, '')}/${view}/${encoded(branch.name)}/${path}`;
  }
}

/** An optional text of a location that keeps a rule. */
function optional(
  settings: SourceSettings,
  name: string,
  { example, rule, fits }: { readonly example: string; readonly rule: string; fits: (text: string) => boolean },
): string | undefined {
  if (settings.location[name] === undefined || settings.location[name] === null) return undefined;
  const text = locationText(settings, name, example);
  if (fits(text)) return text;
  throw new InvalidInputError([{ pointer: `/location/${name}`, detail: `${rule}, for example "${example}"` }]);
}

const BRANCH = {
  example: 'main',
  rule: 'must be the name of a branch without refs/heads/',
  fits: (text: string) => /^(?!-|refs\/)[^\s~^:?*[\\\p{Cc}]{1,200}$/u.test(text) && !text.includes('..'),
};
const FOLDER = {
  example: 'docs/rules',
  rule: 'must be the path of a folder, with / between its parts',
  fits: (text: string) => text.length <= 500 && !/\p{Cc}/u.test(text) && !text.split('/').includes('..'),
};
const LINK = {
  example: 'https://git.example.org/team/wiki/src/branch/main/{path}',
  rule: 'must be an http(s) URL with {path}',
  fits: (text: string) => text.includes('{path}') && /^https?:\/\/[^\s@]{1,500}$/u.test(text) && URL.canParse(text),
};

/** `{"url": "https://…/wiki.git"}`: the files of a Git repository that is reached by HTTP(S). */
export class GitKind extends NetworkKind<GitLocation> {
  readonly name = 'git';
  protected readonly members = ['url', 'branch', 'folder', 'link', 'max_mb', 'max_files'];
  private readonly memory: Memory = new LruCache(REMEMBERED_FILES);

  protected locate(settings: SourceSettings): GitLocation {
    const folder = optional(settings, 'folder', FOLDER) ?? '';
    return {
      url: this.urlIn(settings, 'https://git.example.org/team/wiki.git'),
      branch: optional(settings, 'branch', BRANCH),
      folder: folder.split('/').filter(Boolean).join('/'),
      link: optional(settings, 'link', LINK),
      maxBytes: locationNumber(settings, 'max_mb', MAX_MB) * MB,
      maxFiles: locationNumber(settings, 'max_files', MAX_FILES),
    };
  }

  protected connect(location: GitLocation, settings: SourceSettings): SourceConnector {
    const requests = this.requests(settings, location.url, { maxBytes: location.maxBytes, timeoutMs: TIMEOUT_MS });
    const repository = new GitRepository(location.url.href, requests, new TemporaryFiles());
    return new GitConnector(location, repository, this.memory, memoryKey(settings, location.url.href));
  }
}
