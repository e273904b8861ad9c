import { removeDemo } from "./demo-setup.js";

export default removeDemo;
