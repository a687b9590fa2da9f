// Runs what a test asks for beside the site's modules, in Node and without a page: one JSON line
// {source, argument} in, one JSON line {value} or {error} out. `source` is an expression; a function
// is called with `argument`.

import { Console } from "node:console";
import { registerHooks } from "node:module";
import { createInterface } from "node:readline";
import { mock } from "node:test";
import { pathToFileURL } from "node:url";
import { constants, runInThisContext } from "node:vm";

const STATIC = pathToFileURL(`${process.argv[2]}/`).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier.replace(/^\/static\//, STATIC), context);
    return found.url.startsWith(STATIC) ? { ...found, format: "module" } : found;
  },
});

// What modules without a page still ask of a browser.
globalThis.window = globalThis;
globalThis.document = { documentElement: { dataset: {} } };
globalThis.console = new Console(process.stderr); // the standard output is for answers

const programs = new Map();

function programOf(source) {
  if (!programs.has(source)) {
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    programs.set(source, runInThisContext(`() => (${source})`, { importModuleDynamically }));
  }
  return programs.get(source)();
}

/** Clock and timers that only `passTime` moves, from `now` on, until `startTime`. */
globalThis.stopTime = (now) => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date", "setTimeout", "setInterval"], now });
};
globalThis.startTime = () => mock.timers.reset();

/** One millisecond after another: a timer that another has set runs in its time too. */
globalThis.passTime = (ms) => {
  for (let passed = 0; passed < ms; passed += 1) mock.timers.tick(1);
};

async function answer({ source, argument }) {
  try {
    const found = programOf(source);
    return { value: typeof found === "function" ? await found(argument) : await found };
  } catch (error) {
    return { error: error?.stack ?? String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
