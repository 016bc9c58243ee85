// The report as one HTML page, which contains style, script and data. The table renders only the visible rows, so that
// a run of tens of thousands of steps scrolls. Output of builds is inserted as text, never as HTML.

import Basics

extension RunReport {
    /// Returns the run as an HTML page.
    func page() throws -> String {
        // `</script>` in a log must not end the data.
        let data = try jsonText(indented: false).replacing("<", with: "\\u003c")
        return Self.head + Self.style + Self.structure + data + "</script>\n<script>\n" + Self.program
            + "</script>\n</body>\n</html>\n"
    }

    private static let head = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>xbuild run</title>

        """

    private static let style = """
        <style>
        :root { color-scheme: light dark; --built: #2a78c2; --cached: #8a8a8a; --failed: #c23a2a; --edge: #8884; }
        body { font: 14px/1.4 system-ui, sans-serif; margin: 1rem auto; max-width: 80rem; padding: 0 1rem; }
        h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
        canvas { width: 100%; border: 1px solid var(--edge); }
        table { border-collapse: collapse; } td, th { padding: .1rem .8rem .1rem 0; text-align: left; }
        td.number { text-align: right; font-variant-numeric: tabular-nums; }
        #list { height: 30rem; overflow-y: auto; position: relative; border: 1px solid var(--edge); }
        .row { position: absolute; left: 0; right: 0; height: 20px; display: flex; gap: 1rem; padding: 0 .5rem;
          white-space: nowrap; overflow: hidden; font-variant-numeric: tabular-nums; }
        .row span { flex: none; width: 5rem; } .row .title { flex: 1; overflow: hidden; text-overflow: ellipsis; }
        .failed { color: var(--failed); } .critical { font-weight: 600; }
        pre { max-height: 20rem; overflow: auto; border: 1px solid var(--edge); padding: .5rem; }
        </style>
        </head>

        """

    private static let structure = """
        <body>
        <h1>xbuild run</h1>
        <p id="summary"></p>
        <section id="failures" hidden><h2>Failures</h2></section>
        <h2>Timeline</h2>
        <canvas id="timeline" role="img" aria-label="what each job, here and on other machines, ran over time"></canvas>
        <h2>Critical path</h2>
        <table id="critical"></table>
        <section id="slices" hidden><h2>Sizes</h2><table></table></section>
        <h2>Steps</h2>
        <input id="filter" type="search" placeholder="filter" aria-label="filter the steps">
        <div id="list" tabindex="0"><div></div></div>
        <script id="data" type="application/json">
        """

    private static let program = #"""
        "use strict";
        const run = JSON.parse(document.getElementById("data").textContent);
        const seconds = value => value < 60 ? value.toFixed(1) + " s" : Math.floor(value / 60) + " min " +
          Math.round(value % 60) + " s";
        const size = bytes => bytes < 1024 ? bytes + " B" : bytes < 1048576 ? (bytes / 1024).toFixed(1) + " KiB" :
          (bytes / 1048576).toFixed(1) + " MiB";
        const name = step => (step.target ? step.target + ": " : "") + step.title;
        const length = step => step.start === undefined ? 0 : (step.end ?? run.seconds) - step.start;
        function element(tag, text, kind) {
          const made = document.createElement(tag);
          if (text !== undefined) made.textContent = text;
          if (kind) made.className = kind;
          return made;
        }
        function row(cells) {
          const line = element("tr");
          for (const [text, kind] of cells) line.append(element("td", text, kind));
          return line;
        }
        const count = state => run.steps.filter(step => step.state === state).length;
        document.getElementById("summary").textContent =
          ["built", "cached", "failed", "skipped", "left"].filter(count).map(state => count(state) + " " + state)
            .join(", ") + " in " + seconds(run.seconds) + " with " + run.jobs + " jobs; " + seconds(run.cpuSeconds) +
          " of CPU time";

        if (run.failures.length) {
          const section = document.getElementById("failures");
          section.hidden = false;
          for (const failure of run.failures) {
            section.append(element("p", failure.title + " " + failure.words, "failed"));
            if (failure.log) section.append(element("pre", failure.log));
          }
        }

        function drawTimeline() {
          const canvas = document.getElementById("timeline"), style = getComputedStyle(document.documentElement);
          const ran = run.steps.filter(step => step.lane !== undefined);
          const lanes = Math.max(1, run.lanes.length), scale = devicePixelRatio;
          // Browsers draw nothing in a canvas that is higher than about 32,000 pixels.
          const height = Math.max(5, Math.min(22, 30000 / scale / lanes));
          canvas.style.height = lanes * height + "px";
          canvas.width = canvas.clientWidth * scale;
          canvas.height = lanes * height * scale;
          const pen = canvas.getContext("2d"), wide = canvas.clientWidth / Math.max(run.seconds, 0.001);
          pen.scale(scale, scale);
          pen.font = "11px system-ui, sans-serif";
          for (const step of ran) {
            const x = step.start * wide, width = Math.max(1, length(step) * wide - 1), y = step.lane * height + 2;
            pen.globalAlpha = step.isCritical ? 1 : 0.6;
            pen.fillStyle = style.getPropertyValue(step.state === "failed" ? "--failed" : "--built");
            pen.fillRect(x, y, width, height - 4);
            if (width > 60 && height > 14) {
              pen.globalAlpha = 1;
              pen.fillStyle = "#fff";
              pen.save();
              pen.beginPath();
              pen.rect(x, y, width - 4, height);
              pen.clip();
              pen.fillText(name(step), x + 4, y + 13);
              pen.restore();
            }
          }
          canvas.onmousemove = event => {
            const lane = Math.floor(event.offsetY / height), time = event.offsetX / wide;
            const step = ran.find(each => each.lane === lane && each.start <= time && time <= each.start + length(each));
            const words = step ? [name(step), seconds(length(step))] : [];
            canvas.title = run.lanes.slice(lane, lane + 1).concat(words).join(" · ");
          };
        }
        drawTimeline();
        addEventListener("resize", drawTimeline);

        const path = run.steps.filter(step => step.isCritical).sort((a, b) => a.start - b.start);
        document.getElementById("critical").append(...path.map(step =>
          row([[seconds(step.start), "number"], [seconds(length(step)), "number"], [name(step)]])));

        if (run.slices.length) {
          const section = document.getElementById("slices");
          section.hidden = false;
          section.lastElementChild.append(...run.slices.map(slice =>
            row([[slice.package], [slice.target], [size(slice.bytes), "number"], [slice.files + " files", "number"]])));
        }

        const list = document.getElementById("list"), content = list.firstElementChild, tall = 20;
        let shown = run.steps;
        function drawRows() {
          content.style.height = shown.length * tall + "px";
          const first = Math.max(0, Math.floor(list.scrollTop / tall) - 5);
          const rows = shown.slice(first, first + Math.ceil(list.clientHeight / tall) + 10).map((step, index) => {
            const line = element("div", undefined, "row " + step.state + (step.isCritical ? " critical" : ""));
            line.style.top = (first + index) * tall + "px";
            line.append(element("span", step.state), element("span", step.start === undefined ? "" : seconds(step.start)),
              element("span", step.start === undefined ? "" : seconds(length(step))), element("span", name(step), "title"));
            return line;
          });
          content.replaceChildren(...rows);
        }
        list.onscroll = drawRows;
        document.getElementById("filter").oninput = event => {
          const word = event.target.value.toLowerCase();
          shown = run.steps.filter(step => (name(step) + " " + step.state).toLowerCase().includes(word));
          list.scrollTop = 0;
          drawRows();
        };
        drawRows();
        if (location.hash === "#end") { list.scrollTop = list.scrollHeight; drawRows(); }
        document.body.dataset.steps = run.steps.length;

        """#
}
