import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('reading processes', () => {
  it('end when the server is killed while a file is read', async () => {
    const program = fileURLToPath(new URL('../../../../test/support/reading-program.js', import.meta.url));
    const server = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const said = await new Promise<Buffer>((resolve) => server.stdout.once('data', resolve));
    const { pid } = JSON.parse(String(said));
    expect(isAlive(pid)).toBe(true);
    server.kill('SIGKILL');
    await untilGone(pid);
  });
});
