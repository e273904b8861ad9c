import { takeArrival } from "./take-arrival.js";

// Inlined into index.html, before anything else loads.
takeArrival({ location, history, storage: () => sessionStorage });
