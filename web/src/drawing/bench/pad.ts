// A page to try the own sheet without a server: what is sent comes back to a second sheet, as if through a network.

import "../../theme.css";
import { mount } from "svelte";
import Pad from "./Pad.svelte";

const target = document.querySelector("#app");
if (target) mount(Pad, { target });
