// Plans what to install before a script runs. Pure: .config/install.mjs runs the plan.

/** `start`: the packages that `npm start` needs; `all`: those of the specs, the linters and the benches too. */
export const SCOPES = ['start', 'all'];

/**
 * @param wanted `{ lock, scope, abi, platform, arch }`: hash of the lockfile, scope, and the running Node
 * @param found what is on disk: `hasModules`; `stamp`, the same fields as they were at the last installation, or undefined;
 *   `isChangedByHand`, whether npm installed something since, with this lockfile; `hasTestTools`
 * @returns `nothing`, `install`, `extend` (the rest of the packages is added), or `probe`: whether the native modules load decides
 */
export function installPlan(wanted, { hasModules, stamp, isChangedByHand, hasTestTools }) {
  if (!hasModules) return 'install';
  const isComplete = wanted.scope === 'start' || hasTestTools;
  if (isChangedByHand) return isComplete ? 'probe' : 'install';
  if (stamp === undefined || stamp.lock !== wanted.lock) return 'install';
  // Packages for another system are other files, not only other versions.
  if (stamp.platform !== wanted.platform || stamp.arch !== wanted.arch) return 'install';
  if (stamp.scope === 'start' && wanted.scope === 'all') return stamp.abi === wanted.abi ? 'extend' : 'install';
  return stamp.abi === wanted.abi ? 'nothing' : 'probe';
}

/** Options of npm for a scope; the tools of specs, linters and benches are a separate workspace. */
export function npmOptions(scope, action) {
  const packages = scope === 'all' ? [] : ['--workspaces=false'];
  const command = action === 'extend' ? ['install', '--no-save'] : ['ci'];
  // Warnings about engines and install scripts of packages do not help the operator.
  return [...command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
}

/** One sentence for native modules that do not load after all. */
export function adviceOnNatives(failures, { version, platform, arch }) {
  const named = failures.map(({ name, reason }) => `${name} (${reason})`).join(', ');
  return (
    `Native modules do not load in Node ${version} on ${platform}-${arch}: ${named}. Remove the folder node_modules and run the ` +
    'command again with the Node that is to be used; supported are Node 22.13 and newer.'
  );
}
