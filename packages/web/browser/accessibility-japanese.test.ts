import { describeAccessibility } from "./accessibility.js";

describeAccessibility("ja-JP", "dark", 360);
