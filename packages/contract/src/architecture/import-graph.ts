import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "@swc/core";

type Node = { readonly type?: string; readonly [key: string]: unknown };

/** A name that a file takes from another file of the workspace, or passes on. `*`: all of its names. */
interface Taken {
  readonly from: string;
  readonly name: string;
  /** Under which name it is passed on; null: it is not. */
  readonly as: string | null;
}

/** Who imports whom in the workspace, file by file: through the entry of a package too, by the name that is taken. */
export class ImportGraph {
  readonly #files = new Map<string, { readonly taken: readonly Taken[]; readonly declared: ReadonlySet<string> }>();

  /** @param root of the repository */
  constructor(private readonly root: string) {}

  /** @param path from the root. @returns the files, from the root, whose declarations it imports, also types only */
  importsOf(path: string): ReadonlySet<string> {
    const found = new Set<string>();
    for (const { from, name } of this.#read(path).taken) {
      const file = this.#resolve(path, from);
      if (file !== null) found.add(name === "*" ? file : (this.#originOf(file, name) ?? file));
    }
    return found;
  }

  /** The file that declares a name which this one exports; null: it exports no such name. */
  #originOf(path: string, name: string): string | null {
    const { taken, declared } = this.#read(path);
    if (declared.has(name)) return path;
    for (const passed of taken) {
      if (passed.as !== name && passed.as !== "*") continue;
      const file = this.#resolve(path, passed.from);
      const origin = file && this.#originOf(file, passed.as === "*" ? name : passed.name);
      if (origin !== null) return origin;
    }
    return null;
  }

  /** null: not a file of the workspace's own code. */
  #resolve(path: string, from: string): string | null {
    if (from.startsWith(".")) return this.#source(posix.join(posix.dirname(path), from));
    const [, name, ...entry] = from.match(/^@retrieval\/([^/]+)(?:\/(.+))?$/) ?? [];
    if (name === undefined) return null;
    return this.#source(`packages/${name}/src/${entry[0] ?? "index"}.js`);
  }

  #source(path: string): string | null {
    const stem = path.replace(/\.js$/, "");
    return [`${stem}.ts`, `${stem}.tsx`].find((file) => existsSync(join(this.root, file))) ?? null;
  }

  #read(path: string) {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const text = readFileSync(join(this.root, path), "utf8");
    const tree = parseSync(text, { syntax: "typescript", tsx: path.endsWith(".tsx"), target: "es2022" });
    const taken: Taken[] = [];
    const declared = new Set<string>();
    for (const item of tree.body as unknown as Node[]) {
      const from = String((item.source as Node | null | undefined)?.value ?? "");
      if (item.type === "ImportDeclaration")
        for (const one of item.specifiers as Node[])
          taken.push({
            from,
            name: one.type === "ImportSpecifier" ? nameOf(one.imported ?? one.local) : "*",
            as: null,
          });
      else if (item.type === "ExportAllDeclaration") taken.push({ from, name: "*", as: "*" });
      else if (item.type === "ExportNamedDeclaration")
        for (const one of item.specifiers as Node[]) {
          const as = nameOf(one.exported ?? one.orig);
          if (from === "") declared.add(as);
          else taken.push({ from, name: nameOf(one.orig), as });
        }
      else if (item.type === "ExportDeclaration")
        for (const name of declaredIn(item.declaration as Node)) declared.add(name);
    }
    const read = { taken, declared };
    this.#files.set(path, read);
    return read;
  }
}

const nameOf = (value: unknown) => String((value as Node).value);

function declaredIn(declaration: Node): string[] {
  if (declaration.type !== "VariableDeclaration") return [nameOf(declaration.identifier ?? declaration.id)];
  return (declaration.declarations as Node[]).flatMap(({ id }) =>
    (id as Node).type === "Identifier" ? [nameOf(id)] : [],
  );
}
