import { reloadOnce } from "./reload-once.js";
import { takeArrival } from "./take-arrival.js";

// Inlined into index.html, before anything else loads.
const storage = () => sessionStorage;
takeArrival({ location, history, storage });
const onMissing = ({ target }: Event) => {
  if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) reloadOnce({ location, storage });
};
// Such an event does not bubble.
addEventListener("error", onMissing, true);
