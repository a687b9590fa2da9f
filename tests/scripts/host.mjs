// Evaluates expressions of tests with the site's modules, in Node and without a page: reads JSON lines
// {source, argument} and writes JSON lines {value} or {error}. If the value of `source` is a function, it
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
    const module = next(specifier.replace(/^\/static\//, STATIC), context);
    return module.url.startsWith(STATIC) ? { ...module, format: "module" } : module;
  },
});

// The globals of a browser that modules without a page use.
globalThis.window = globalThis;
globalThis.document = { documentElement: { dataset: {} } };
globalThis.console = new Console(process.stderr); // the standard output is for answers

const programs = new Map();

function evaluate(source) {
  if (!programs.has(source)) {
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    programs.set(source, runInThisContext(`() => (${source})`, { importModuleDynamically }));
  }
  return programs.get(source)();
}

/** Stop clock and timers at `now`; `passTime` moves them, `startTime` starts them again. */
globalThis.stopTime = (now) => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date", "setTimeout", "setInterval"], now });
};
globalThis.startTime = () => mock.timers.reset();

/** Move the clock by single milliseconds, so that timers set by other timers run in time. */
globalThis.passTime = (ms) => {
  for (let passed = 0; passed < ms; passed += 1) mock.timers.tick(1);
};

async function answer({ source, argument }) {
  try {
    const value = evaluate(source);
    return { value: await (typeof value === "function" ? value(argument) : value) };
  } catch (error) {
    return { error: error?.stack ?? String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
