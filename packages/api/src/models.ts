import Type from "typebox";
import { operationsOf } from "./parts/define.js";
import { named, nullable, pageOfList } from "./parts/shapes.js";
import { count, flag, text } from "./parts/values.js";

/** A model that texts are sent to. */
export const ConnectedModelSchema = named("ConnectedModel", "A model that texts are sent to.", {
  purpose: Type.Enum(["embedding", "rerank", "answer"], {
    description: "As its settings begin: vectors for search by meaning, the order of results, answers.",
  }),
  model: text("Its name on that server.", "small-instruct"),
  host: text("With its port, without the rest of the address.", "models.example.com"),
  in_own_network: flag("Whether its address is in the operator's network."),
  only_open: flag("Only texts of documents that are open to every user are sent to it."),
});

export const modelOperations = operationsOf("Documents", {
  listModels: {
    summary: "List the models that texts are sent to",
    description: "Questions are sent to each of them; whose documents are, `only_open` says.",
    answers: {
      200: {
        description: "The configured models; none: no text leaves the service.",
        json: pageOfList("ModelList", ConnectedModelSchema),
      },
    },
  },
  readEmbeddingProgress: {
    summary: "Read how far search by meaning is",
    description: "Vectors are made in the background after a publication, and after another model is set.",
    answers: {
      200: {
        description: "Published documents, and those of them whose vectors are all there.",
        json: named("EmbeddingProgress", "How far search by meaning is.", {
          model: nullable(text("null: none is configured; search is by words.")),
          documents: count("Published documents."),
          embedded: count("Documents whose vectors are all there."),
          kept_back: count("Not open to every user, while the model is outside the operator's network."),
          waiting: Type.Array(Type.String(), {
            maxItems: 10,
            description: "Ids of documents that are to be embedded, the oldest change first. One that stays fails.",
          }),
        }),
      },
    },
  },
});
