// Looks whether a program of the tests was called as it can be: 0 when it was, 2 when not, and 3 when it was
// to be explained, which is done then. The first argument is the module with its `USAGE` and `readOptions`.
import { pathToFileURL } from 'node:url';

const [file, ...args] = process.argv.slice(2);
const { readOptions, USAGE } = await import(pathToFileURL(file).href);
if (args.some((arg) => arg === '--help' || arg === '-h')) {
  process.stdout.write(`${USAGE}\n`);
  process.exitCode = 3;
} else {
  try {
    readOptions(args);
  } catch (fault) {
    process.stderr.write(`${fault.message}\n\n${USAGE}\n`);
    process.exitCode = 2;
  }
}
