import type { Code, Heading, List, Paragraph, Table } from "mdast";

export type FlowBlock = Paragraph | List | Table | Code;
/** The blocks of a simplified document. */
export type Block = Heading | FlowBlock;
