// Entry point.

import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startRouter } from "./router.svelte.ts";
import { initialLanguage, setLanguage } from "./texts/language.svelte.ts";

await setLanguage(initialLanguage());
startRouter();
mount(App, { target: document.body });
