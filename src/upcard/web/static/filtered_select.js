// A select whose options are narrowed by what is typed. The server sends the select again after
// each choice: what is typed until then goes on narrowing the options.
"use strict";

const OPEN = "nicegui-select-popup-open";  // the framework's: the page does not scroll beneath

export default {
  props: ["options"],
  template: `
    <q-select :options="narrowed" @filter="narrow" @popup-show="opened" @popup-hide="closed">
      <template v-for="(_, slot) in $slots" v-slot:[slot]="slotProps">
        <slot :name="slot" v-bind="slotProps || {}" />
      </template>
    </q-select>
  `,
  data() {
    return { typed: "" };
  },
  computed: {
    narrowed() {
      return this.options.filter((one) => String(one.label).toLowerCase().includes(this.typed));
    },
  },
  methods: {
    narrow(typed, update) {
      update(() => (this.typed = typed.toLowerCase()));
    },
    opened() {
      document.documentElement.classList.add(OPEN);
    },
    async closed() {
      await this.$nextTick();
      document.documentElement.classList.remove(OPEN);
    },
  },
  unmounted() {
    this.closed();
  },
};
