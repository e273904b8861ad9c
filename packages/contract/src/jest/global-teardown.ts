import { removeTestServices } from "./global-setup.js";

export default removeTestServices;
