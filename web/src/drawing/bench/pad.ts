// A page for trying the drawing pad without a server: sent ink arrives on a second sheet after a delay.

import "../../theme.css";
import { mount } from "svelte";
import Pad from "./Pad.svelte";

const target = document.querySelector("#app");
if (target) mount(Pad, { target });
