import { createRequire } from "node:module";
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";
import { NATIVE_REQUIRE } from "./native-modules.js";

/**
 * Classes whose instances tests and native modules give each other, and which either asks for by `instanceof`. Promises,
 * arrays and plain objects are left: the engine is slow after a change of their prototypes.
 */
const SHARED_CLASSES = [
  "Error",
  "AggregateError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "Date",
  "Map",
  "RegExp",
  "Set",
] as const;
/** Whether this release of Node has it: pdf.js defines it, and jsdom then asks a new realm for it in vain. */
const HAS_ITERATOR = "Iterator" in globalThis;
/** What tests replace for a while. */
const SHARED_FUNCTIONS = ["clearTimeout", "fetch", "setTimeout"] as const;

/**
 * Jest's environment for Node, whose globals are those of an ordinary realm. Jest's own asks a Proxy in JavaScript at each
 * use of `Math`, `Map` or `JSON`, so that what counts or compares takes two to four times as long.
 */
export default class FastEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
    this.#shareWithNativeModules();
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    if (!HAS_ITERATOR) Reflect.deleteProperty(globalThis, "Iterator");
  }

  #shareWithNativeModules(): void {
    Object.assign(this.global, { [NATIVE_REQUIRE]: createRequire(import.meta.url) });
    for (const name of SHARED_CLASSES) {
      // Instances that the engine makes, for a literal or an exception, have the prototype of this realm.
      Object.setPrototypeOf(this.global[name].prototype, globalThis[name].prototype);
      Object.assign(this.global, { [name]: globalThis[name] });
    }
    for (const name of SHARED_FUNCTIONS) {
      Object.defineProperty(this.global, name, {
        configurable: true,
        enumerable: true,
        get: () => globalThis[name],
        set: (value) => Object.assign(globalThis, { [name]: value }),
      });
    }
  }
}
