import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ROOT } from '../root.js';

const MAIN = join(ROOT, 'dist', 'apps', 'sandbox', 'src', 'main.js');

/** The sandbox provider of a fresh instance: a process of its own, as a real provider would be. */
@Injectable()
export class SandboxProcess {
  private child: ChildProcess | undefined;

  /** Resolves with its URL. It ends with this process, however this one ends. */
  async start(port: number): Promise<string> {
    if (!existsSync(MAIN)) throw new Error('The sandbox is not built. Run: npm run build');
    const child = fork(MAIN, [], {
      env: { GW_SANDBOX_PORT: String(port), GW_SANDBOX_EMBEDDED: 'true' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true, // Ctrl-C reaches the gateway first, whose open calls still need the sandbox.
    });
    this.child = child;
    return await new Promise<string>((resolve, reject) => {
      child.once('message', (message: { url: string }) => resolve(message.url));
      child.once('exit', (code) => reject(new Error(`the sandbox ended with code ${code}`)));
      child.once('error', reject);
    });
  }

  stop(): void {
    this.child?.removeAllListeners();
    this.child?.kill('SIGTERM');
    this.child = undefined;
  }
}
