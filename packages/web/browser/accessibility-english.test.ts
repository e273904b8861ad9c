import { describeAccessibility } from "./accessibility.js";

describeAccessibility("en-US", "light", 1280);
