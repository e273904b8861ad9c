import type { Code, Heading, List, Paragraph, Table } from "mdast";

export type FlowBlock = Paragraph | List | Table | Code;
/** What a document consists of once it is simplified. */
export type Block = Heading | FlowBlock;
