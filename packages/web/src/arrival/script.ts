import { takeArrival } from "./take-arrival.js";

// Stands in index.html itself, before anything that is loaded.
takeArrival({ location, history, storage: () => sessionStorage });
