import fs from 'node:fs';
import { SourceError } from '../domain/source-connector.js';
import { sideOf, sidesFirst } from '../domain/file-metadata.js';
import { isLeftOver, listedPath } from './listed-path.js';
import { refusalOf, SourceRequests } from './source-requests.js';
import { TemporaryFiles } from './temporary-files.js';

/** Folders beyond the limit of files: equal folders are stored once, so a small download may unfold into any number of them. */
const MAX_FOLDERS = 100_000;
const FILE = 'blob';
const FOLDER = 'tree';
/** The mode of a symbolic link, whose content is a path. */
const LINK = '120000';
const BRANCHES = 'refs/heads/';

type Git = typeof import('isomorphic-git');
type HttpClient = Parameters<Git['listServerRefs']>[0]['http'];

export interface GitFile {
  readonly path: string;
  /** Path in the repository, which a listed path may differ from. */
  readonly name: string;
  readonly oid: string;
  /** Why the content cannot be read; such an entry is listed only if it has the name of a side file. */
  readonly fault?: string;
}

/** A branch with its newest commit. */
export interface GitBranch {
  readonly name: string;
  readonly commit: string;
}

/** Loaded on demand: most servers have no such source. */
const load = (): Promise<Git> => import('isomorphic-git');

/** The requests of the library, by the client of this server. */
function httpOf(requests: SourceRequests, signal: AbortSignal): HttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body }) {
      const parts: Uint8Array[] = [];
      if (body !== undefined) for await (const part of body) parts.push(part);
      const sent = parts.length === 0 ? {} : { body: Buffer.concat(parts) };
      const response = await requests.send(url, signal, { method, headers, ...sent });
      const bytes = await requests.bytes(response);
      return {
        url: response.url,
        method,
        headers: Object.fromEntries(response.headers),
        body: onePart(bytes),
        statusCode: response.status,
        statusMessage: response.statusText,
      };
    },
  };
}

async function* onePart(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield await Promise.resolve(bytes);
  return undefined;
}

function statusIn(error: Error): number | undefined {
  const data: unknown = 'data' in error ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('statusCode' in data)) return undefined;
  return typeof data.statusCode === 'number' ? data.statusCode : undefined;
}

/** @throws SourceError for every failure of the server and of its data */
async function guarded<T>(signal: AbortSignal, work: (git: Git) => Promise<T>): Promise<T> {
  const git = await load();
  try {
    return await work(git);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceError || !(error instanceof Error)) throw error;
    const status = statusIn(error);
    const reason = status === undefined ? 'its answer is not that of a Git server' : refusalOf(status);
    throw new SourceError(`The repository cannot be read: ${reason}.`);
  }
}

/** The newest commit of one branch of a repository on a server, in a temporary folder. */
export class GitRepository {
  private readonly cache = {};

  constructor(
    private readonly url: string,
    private readonly requests: SourceRequests,
    private readonly files: TemporaryFiles,
  ) {}

  /**
   * The newest commit of a branch, without download.
   * @param wanted name of the branch; that of the server by default
   */
  async branch(wanted: string | undefined, signal: AbortSignal): Promise<GitBranch> {
    const { url } = this;
    const refs = await guarded(signal, (git) =>
      git.listServerRefs({ http: httpOf(this.requests, signal), url, symrefs: true }),
    );
    const head = refs.find(({ ref }) => ref === 'HEAD');
    const ref = wanted === undefined ? (head?.target ?? `${BRANCHES}main`) : `${BRANCHES}${wanted}`;
    const commit = refs.find((each) => each.ref === ref)?.oid;
    if (commit !== undefined) return { name: ref.slice(BRANCHES.length), commit };
    throw new SourceError(`The repository has no branch '${ref.slice(BRANCHES.length)}'; correct branch.`);
  }

  /** Downloads the commit of a branch, without its history. */
  async download({ name }: GitBranch, signal: AbortSignal): Promise<void> {
    const { url, requests } = this;
    const gitdir = await this.files.path();
    await guarded(signal, async (git) => {
      await git.init({ fs, gitdir, bare: true });
      await git.addRemote({ fs, gitdir, remote: 'origin', url });
      const http = httpOf(requests, signal);
      await git.fetch({
        fs,
        http,
        gitdir,
        url,
        ref: name,
        depth: 1,
        singleBranch: true,
        tags: false,
        cache: this.cache,
      });
    });
  }

  /**
   * The files of a commit that was downloaded.
   * @param folder that is listed; '' for all
   * @param most number of files after which the listing ends
   * @throws SourceError when the folder does not exist
   */
  async list(commit: string, folder: string, most: number, signal: AbortSignal): Promise<GitFile[]> {
    const gitdir = await this.files.path();
    return guarded(signal, async (git) => {
      const found: GitFile[] = [];
      let folders = 0;
      const root = await this.folderId(git, commit, folder);
      const open: { oid: string; names: readonly string[] }[] = [{ oid: root, names: [] }];
      for (let next = open.pop(); next !== undefined && found.length < most; next = open.pop()) {
        signal.throwIfAborted();
        folders += 1;
        if (folders > MAX_FOLDERS)
          throw new SourceError(`The repository has more than ${MAX_FOLDERS} folders; set folder.`);
        const { tree } = await git.readTree({ fs, gitdir, oid: next.oid, cache: this.cache });
        for (const { path, oid, type, mode } of sidesFirst(tree, (each) => each.path)) {
          const names = [...next.names, path];
          if (isLeftOver(path)) continue;
          const file = { path: listedPath(names), name: names.join('/'), oid };
          if (type === FOLDER) open.push({ oid, names });
          if (type === FILE && mode !== LINK) found.push(file);
          else if (sideOf(path) !== undefined) found.push({ ...file, fault: 'it is not a regular file' });
        }
      }
      return found;
    });
  }

  async read(oid: string, signal: AbortSignal): Promise<Uint8Array> {
    const gitdir = await this.files.path();
    return guarded(signal, async (git) => (await git.readBlob({ fs, gitdir, oid, cache: this.cache })).blob);
  }

  close(): Promise<void> {
    return this.files.remove();
  }

  private async folderId(git: Git, commit: string, folder: string): Promise<string> {
    const gitdir = await this.files.path();
    let oid = commit;
    for (const name of folder.split('/').filter(Boolean)) {
      const { tree } = await git.readTree({ fs, gitdir, oid, cache: this.cache });
      const inside = tree.find((each) => each.path === name && each.type === FOLDER);
      if (inside === undefined) throw new SourceError(`The repository has no folder '${folder}'; correct folder.`);
      ({ oid } = inside);
    }
    return oid;
  }
}
