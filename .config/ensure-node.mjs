// Prints the folder of programs (node, npm, npx) of a Node that runs the product; fetches one into .cache when necessary.
//   node .config/ensure-node.mjs        the running Node where it is supported, otherwise Node 24
//   node .config/ensure-node.mjs 26     that major version
// Runs on every Node since 12.20. The exit code is 1 if no such Node can be installed; standard error has the reason.
import fitting from './fitting-node.cjs';

const [given] = process.argv.slice(2);
const wanted = given === undefined ? undefined : Number(given);
if (wanted !== undefined && !(Number.isInteger(wanted) && fitting.isSupported(given + '.999.0'))) {
  console.error(`'${given}' is not a supported major version of Node; give 22, 24 or 26.`);
  process.exit(2);
}
const found = fitting.fittingNode(wanted, (line) => console.error(line));
if (found.bin === undefined) {
  console.error(fitting.adviceWithout(wanted, found.reason));
  process.exit(1);
}
console.log(found.bin);
