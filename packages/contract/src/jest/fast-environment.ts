import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

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
  }
}
