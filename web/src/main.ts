// Where the page begins.

import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { follow } from "./router.svelte.ts";
import { firstLanguage, speak } from "./texts/language.svelte.ts";

await speak(firstLanguage());
follow();
mount(App, { target: document.body });
