import { stopServer } from "./global-setup.js";

export default stopServer;
